#!/usr/bin/env node
// Kills the server during uploads and looks for lost or incomplete data.
//   node chaos.mjs [rounds] [uploads]
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import { Server } from './server.mjs';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const VERSIONS = `query($id: ID!, $after: String) { conversation(id: $id) { lastSequence
  versions(first: 100, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes { id number sha256 sizeBytes artifact { id } } }
  artifacts(first: 1) { totalCount } deliverables(first: 1) { counts { total } } } }`;

/** Returns text of a random length: small ones are stored in the database, larger ones in the store. */
const text = () => Buffer.from(randomBytes(64 + Math.floor(Math.random() * 200_000)).toString('base64'));

/** Starts uploads, kills the server once `acknowledged` of them succeeded, and starts it again. Returns the acknowledged ones. */
export async function killDuringUploads(server, conversation, { uploads, acknowledged, next = text }) {
  const kept = new Map();
  let reached;
  const enough = new Promise((resolve) => { reached = resolve; });
  const sending = Array.from({ length: uploads }, async (_, n) => {
    const bytes = next();
    try {
      const version = await server.upload(conversation, bytes, `file-${n}.txt`, 'text/plain');
      kept.set(version.id, sha256(bytes));
      if (kept.size === acknowledged) reached();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // the server refused; a TypeError is a broken connection, which acknowledges nothing
    }
  });
  await Promise.race([enough, Promise.all(sending)]);
  await server.end('SIGKILL');
  await Promise.all(sending);
  await server.run();
  return kept;
}

/** Lists the faults of a conversation that must contain the versions in kept. */
export async function faults(server, conversation, kept) {
  const wrong = [], found = new Map(), numbers = new Set();
  let page, after;
  do {
    page = (await server.data(VERSIONS, { id: conversation, after })).conversation;
    for (const version of page.versions.nodes) {
      found.set(version.id, version);
      const key = `${version.artifact.id} ${version.number}`;
      if (numbers.has(key)) wrong.push(`two versions are number ${version.number} of one artifact`);
      numbers.add(key);
    }
    after = page.versions.pageInfo.endCursor;
  } while (page.versions.pageInfo.hasNextPage);
  if (page.versions.totalCount !== found.size) wrong.push(`the list says ${page.versions.totalCount} versions and has ${found.size}`);
  if (page.artifacts.totalCount !== found.size) wrong.push(`${page.artifacts.totalCount} artifacts hold ${found.size} versions`);
  for (const [id, sum] of kept) if (found.get(id)?.sha256 !== sum) wrong.push(`version ${id} was acknowledged and is missing`);
  for (const version of found.values()) {
    const answer = await fetch(`${server.url}/v1/content/${version.id}`, { headers: server.headers() });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200 || sha256(bytes) !== version.sha256 || bytes.length !== version.sizeBytes) wrong.push(`version ${version.id} has incomplete content: ${answer.status}, ${bytes.length} bytes`);
  }
  return wrong;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const rounds = Number(process.argv[2] ?? 10), uploads = Number(process.argv[3] ?? 40);
  const server = await Server.start();
  let failed = 0;
  try {
    const conversation = await server.conversation('chaos'), kept = new Map();
    for (let round = 1; round <= rounds; round++) {
      const now = await killDuringUploads(server, conversation, { uploads, acknowledged: 1 + Math.floor(Math.random() * uploads * 0.8) });
      for (const [id, sum] of now) kept.set(id, sum);
      const wrong = await faults(server, conversation, kept);
      failed += wrong.length;
      console.log(`round ${round}: ${now.size} of ${uploads} uploads acknowledged before the kill, ${kept.size} in total${wrong.length ? '' : ', all complete'}`);
      for (const one of wrong) console.log(`  WRONG ${one}`);
    }
    await server.end('SIGKILL');
    for (let look = 0; look < 100 && server.processes().length > 0; look++) await later(50);
    for (const one of server.processes()) { failed++; console.log(`  WRONG process ${one.pid} outlives its server: ${one.command.replaceAll('\0', ' ')}`); }
  } finally {
    await server.close();
  }
  console.log(failed ? `${failed} faults` : 'nothing lost, nothing incomplete');
  process.exitCode = failed ? 1 : 0;
}
