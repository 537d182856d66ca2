// graphql-transport-ws with the graphql-ws client, and with a bare socket for the close codes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { Server } from './server.mjs';

const EVENTS = 'subscription($id: ID!, $after: Int64) { conversationEvents(conversationId: $id, after: $after) { sequence kind } }';

let server, silent; // silent never sends connection_init; it is closed while the other tests run
before(async () => {
  server = await Server.start();
  silent = once(new WebSocket(server.socket, 'graphql-transport-ws'), 'close');
});
after(() => server?.close());

const retryAttempts = 2400; // two minutes: a loaded machine starts a server slowly

function connect(t, options = {}) {
  const client = createClient({
    url: server.socket, webSocketImpl: WebSocket, connectionParams: { authorization: `Bearer ${server.key}` },
    shouldRetry: () => true, // outside browsers a refused connection is an error, not a close event
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 50)), retryAttempts, ...options,
  });
  t.after(() => client.dispose());
  return client;
}

/** Follows a conversation; a reconnecting client continues after the last event received. */
function follow(client, id, start = 0) {
  const variables = { id, after: start }, waiting = [];
  const feed = { sequences: [], error: undefined, done: false };
  const look = () => { for (const w of waiting) if (feed.sequences.length >= w.count || feed.done) w.resolve(); };
  feed.stop = client.subscribe({ query: EVENTS, variables }, {
    next: ({ data, errors }) => {
      if (errors) { feed.error = errors; return; }
      feed.sequences.push(Number(data.conversationEvents.sequence));
      variables.after = Number(data.conversationEvents.sequence); // where a reconnect continues
      look();
    },
    error: (error) => { feed.error = error; feed.done = true; look(); },
    complete: () => { feed.done = true; look(); },
  });
  feed.until = (count) => new Promise((resolve) => { waiting.push({ count, resolve }); look(); });
  return feed;
}

const counted = (n) => Array.from({ length: n }, (_, i) => i + 1);

function one(client, query, variables) {
  return new Promise((resolve, reject) => {
    let result;
    client.subscribe({ query, variables }, { next: (value) => { result = value; }, error: reject, complete: () => resolve(result) });
  });
}

test('a subscription receives the events of a conversation in order', async (t) => {
  const id = await server.conversation(), feed = follow(connect(t), id);
  for (let i = 0; i < 5; i++) await server.message(id);
  await feed.until(6);
  assert.deepEqual(feed.sequences, counted(6));
});

test('queries and mutations run over the socket', async (t) => {
  const client = connect(t);
  assert.equal((await one(client, '{ me { role } }')).data.me.role, 'ADMIN');
  const made = await one(client, 'mutation($input: CreateConversationInput!) { createConversation(input: $input) { conversation { title } } }', { input: { title: 'by socket' } });
  assert.equal(made.data.createConversation.conversation.title, 'by socket');
});

test('an invalid operation gets an error message and leaves the connection open', async (t) => {
  const client = connect(t);
  await assert.rejects(one(client, '{ nothing }'), (errors) => errors[0].extensions.code === 'GRAPHQL_VALIDATION_FAILED');
  assert.equal((await one(client, '{ me { role } }')).data.me.role, 'ADMIN');
});

test('a cancelled subscription ends and the connection stays open', async (t) => {
  const client = connect(t), id = await server.conversation(), feed = follow(client, id);
  await feed.until(1);
  feed.stop();
  await server.message(id);
  const other = follow(client, id);
  await other.until(2);
  assert.deepEqual(feed.sequences, [1]);
});

test('fifty subscriptions share one connection', async (t) => {
  let sockets = 0;
  const client = connect(t, { on: { connected: () => { sockets++; } } });
  const ids = await Promise.all(counted(50).map((n) => server.conversation(`room ${n}`)));
  const feeds = ids.map((id) => follow(client, id));
  await Promise.all(feeds.map((feed) => feed.until(1)));
  await Promise.all(ids.map((id) => server.message(id)));
  await Promise.all(feeds.map((feed) => feed.until(2)));
  for (const feed of feeds) assert.deepEqual(feed.sequences, [1, 2]);
  assert.equal(sockets, 1);
});

test('a wrong key is final: 4401, and no second attempt', async (t) => {
  let attempts = 0;
  const client = connect(t, { connectionParams: { authorization: 'Bearer vt_nonsense' }, on: { connecting: () => { attempts++; } } });
  await assert.rejects(one(client, '{ me { role } }'), (event) => event.code === 4401);
  assert.equal(attempts, 1);
});

/** Opens a bare socket: sends messages, returns the received ones one by one, and the close code. */
async function bare(t, { protocol = 'graphql-transport-ws', to = server } = {}) {
  const socket = new WebSocket(to.socket, protocol);
  t.after(() => socket.terminate());
  const closed = once(socket, 'close').then(([code, reason]) => ({ code, reason: reason.toString() }));
  const got = [], waiting = [];
  socket.on('message', (data) => { const message = JSON.parse(data); waiting.length ? waiting.shift()(message) : got.push(message); });
  await once(socket, 'open');
  return {
    closed, post: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async hello(key = to.key) {
      this.post({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } });
      assert.equal((await this.next()).type, 'connection_ack');
    },
    next: () => (got.length ? Promise.resolve(got.shift()) : new Promise((resolve) => { waiting.push(resolve); })),
  };
}

const subscribe = (id, query = '{ me { role } }') => ({ id, type: 'subscribe', payload: { query } });

for (const [what, messages, code] of [
  ['text that is not JSON', ['{'], 4400],
  ['an unknown type', [{ type: 'start' }], 4400],
  ['a subscribe without id', [{ type: 'subscribe', payload: { query: '{ me { role } }' } }], 4400],
  ['a subscribe without query', [{ id: '1', type: 'subscribe', payload: {} }], 4400],
  ['a second connection_init', [{ type: 'connection_init' }], 4429],
]) {
  test(`${what} closes with ${code}`, async (t) => {
    const socket = await bare(t);
    await socket.hello();
    for (const message of messages) socket.post(message);
    assert.equal((await socket.closed).code, code);
  });
}

test('a subscribe before connection_init closes with 4401', async (t) => {
  const socket = await bare(t);
  socket.post(subscribe('1'));
  assert.equal((await socket.closed).code, 4401);
});

test('a connection_init that is not an object closes with 4400', async (t) => {
  const socket = await bare(t);
  socket.post({ type: 'connection_init', payload: 'key' });
  assert.equal((await socket.closed).code, 4400);
});

test('a second running operation under one id closes with 4409', async (t) => {
  const socket = await bare(t), id = await server.conversation();
  await socket.hello();
  const message = { id: '1', type: 'subscribe', payload: { query: EVENTS, variables: { id } } };
  socket.post(message);
  socket.post(message);
  const { code, reason } = await socket.closed;
  assert.equal(code, 4409);
  assert.match(reason, /Subscriber for 1 already exists/);
});

test('the id of an operation that has ended can be used again', async (t) => {
  const socket = await bare(t);
  await socket.hello();
  for (let round = 0; round < 2; round++) {
    socket.post(subscribe('1'));
    assert.equal((await socket.next()).type, 'next');
    assert.equal((await socket.next()).type, 'complete');
  }
});

test('the legacy subprotocol closes with 4406', async (t) => {
  const socket = new WebSocket(server.socket, 'graphql-ws');
  t.after(() => socket.terminate());
  const [code] = await new Promise((resolve, reject) => {
    socket.on('close', (...args) => resolve(args));
    socket.on('error', (error) => { if (!/subprotocol/.test(error.message)) reject(error); else resolve([4406, 'refused in the handshake']); });
  });
  assert.equal(code, 4406);
});

test('a ping is answered with its payload', async (t) => {
  const socket = await bare(t);
  await socket.hello();
  socket.post({ type: 'ping', payload: { at: 1 } });
  assert.deepEqual(await socket.next(), { type: 'pong', payload: { at: 1 } });
});

test('a revoked key closes its sockets with 4401 and leaves others open', async (t) => {
  const key = await server.apiKey(), ended = await bare(t), other = await bare(t);
  await ended.hello(key.secret);
  await other.hello();
  await server.revoke(key.id);
  assert.equal((await ended.closed).code, 4401);
  other.post(subscribe('1'));
  assert.equal((await other.next()).type, 'next');
});

test('SIGTERM closes with 1012, and clients continue after the last event they received', async (t) => {
  const own = await Server.start();
  const client = connect(t, { url: own.socket });
  t.after(() => own.close()); // after the client is disposed, which needs the server
  const id = await own.conversation(), feed = follow(client, id), socket = await bare(t, { to: own });
  await socket.hello();
  for (let i = 0; i < 3; i++) await own.message(id);
  await feed.until(4);
  await own.end('SIGTERM');
  assert.equal((await socket.closed).code, 1012);
  await own.run();
  for (let i = 0; i < 3; i++) await own.message(id);
  await feed.until(7);
  assert.deepEqual(feed.sequences, counted(7));
  await own.end('SIGKILL');
  await own.run();
  await own.message(id);
  await feed.until(8);
  assert.deepEqual(feed.sequences, counted(8));
  assert.equal(feed.error, undefined);
});

test('a silent connection closes with 4408', async () => {
  const [code] = await silent;
  assert.equal(code, 4408);
});
