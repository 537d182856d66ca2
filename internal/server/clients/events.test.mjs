// Server-sent events with the graphql-sse client in its distinct connections mode.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient } from 'graphql-sse';
import { Server } from './server.mjs';

const EVENTS = 'subscription($id: ID!, $after: Int64) { conversationEvents(conversationId: $id, after: $after) { sequence } }';

let server;
before(async () => { server = await Server.start(); });
after(() => server?.close());

// Two minutes of attempts, because a loaded machine starts a server slowly.
function connect(t, key = server.key) {
  const client = createClient({
    url: server.graphql, headers: { authorization: `Bearer ${key}` }, retryAttempts: 2400,
    retry: () => new Promise((resolve) => setTimeout(resolve, 50)),
  });
  t.after(() => client.dispose());
  return client;
}

/** Follows a conversation from its start; a reconnect continues after the last event received. */
async function* follow(client, id) {
  const variables = { id, after: 0 };
  for await (const { data, errors } of client.iterate({ query: EVENTS, variables })) {
    if (errors) throw new Error(JSON.stringify(errors));
    variables.after = Number(data.conversationEvents.sequence);
    yield variables.after;
  }
}

async function take(feed, count) {
  const got = [];
  while (got.length < count) got.push((await feed.next()).value);
  return got;
}

test('a subscription receives the events of a conversation in order', async (t) => {
  const id = await server.conversation(), feed = follow(connect(t), id);
  for (let i = 0; i < 3; i++) await server.message(id);
  assert.deepEqual(await take(feed, 4), [1, 2, 3, 4]);
});

test('a query answers once and completes', async (t) => {
  const answers = [];
  for await (const answer of connect(t).iterate({ query: '{ me { role } }' })) answers.push(answer);
  assert.deepEqual(answers, [{ data: { me: { role: 'ADMIN' } } }]);
});

test('an invalid operation answers with its errors and completes', async (t) => {
  const answers = [];
  for await (const answer of connect(t).iterate({ query: '{ nothing }' })) answers.push(answer);
  assert.equal(answers.length, 1);
  assert.equal(answers[0].errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED');
});

test('a cancelled subscription ends on the server', async (t) => {
  const id = await server.conversation(), feed = follow(connect(t), id);
  await take(feed, 1);
  assert.equal(await streams(), 1);
  await feed.return();
  while (await streams() > 0); // each call is a request; the server needs a moment to notice the disconnect
});

async function streams() {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^vitrine_live_streams (\d+)/m.exec(text)[1]);
}

test('a revoked key ends its streams, and the client is refused when it reconnects', async (t) => {
  const key = await server.apiKey(), id = await server.conversation(), feed = follow(connect(t, key.secret), id);
  await take(feed, 1);
  await server.revoke(key.id);
  await assert.rejects(feed.next(), /Unauthorized|401/);
});

for (const signal of ['SIGTERM', 'SIGKILL']) {
  test(`after a restart by ${signal} the client continues after the last event it received`, async (t) => {
    const id = await server.conversation(), feed = follow(connect(t), id);
    await server.message(id);
    assert.deepEqual(await take(feed, 2), [1, 2]);
    await server.end(signal);
    await server.run();
    await server.message(id);
    assert.deepEqual(await take(feed, 1), [3]);
  });
}
