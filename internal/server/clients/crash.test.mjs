// kill -9 during forty uploads: acknowledged uploads are complete, none is half stored, and no child process survives.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { faults, killDuringUploads } from './chaos.mjs';
import { Server } from './server.mjs';

let server;
before(async () => { server = await Server.start(); });
after(() => server?.close());

test('kill -9 during forty uploads loses no acknowledged upload and leaves none incomplete', async () => {
  const conversation = await server.conversation(), kept = new Map();
  for (const acknowledged of [1, 10, 25]) {
    for (const [id, sum] of await killDuringUploads(server, conversation, { uploads: 40, acknowledged })) kept.set(id, sum);
    assert.deepEqual(await faults(server, conversation, kept), []);
  }
  assert.ok(kept.size >= 36);
});

test('the private Postgres and store end with a killed server', async () => {
  assert.ok(server.processes().length >= 3);
  await server.end('SIGKILL');
  while (server.processes().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
});
