// Runs the real binary for a test: a free port, its own data folder, ready when start() returns.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = process.env.VITRINE_BINARY ?? new URL('../../../bin/vitrine', import.meta.url).pathname;
const adminKey = 'admin-key-of-the-protocol-tests';

/** Returns a port outside the system's ephemeral range, so that no other process takes it while a server restarts. */
async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000), probe = createServer();
    const free = await new Promise((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

export class Server {
  /** Starts a server; env is added to its settings. */
  static async start(env = {}) {
    if (!existsSync(binary)) throw new Error(`${binary} is missing: run make build`);
    const server = new Server();
    server.port = await freePort();
    server.dir = mkdtempSync(join(tmpdir(), 'vitrine-'));
    chmodSync(server.dir, 0o711); // the private Postgres may run as another user and needs access
    server.env = env;
    await server.run();
    return server;
  }

  get url() { return `http://127.0.0.1:${this.port}`; }
  get graphql() { return `${this.url}/graphql`; }
  get socket() { return `ws://127.0.0.1:${this.port}/graphql`; }
  get key() { return adminKey; }
  headers(key = this.key) { return { authorization: `Bearer ${key}` }; }

  /** Starts the process on the same port and folder; returns when it is ready. */
  async run() {
    this.process = spawn(binary, ['serve'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH, HOME: this.dir, VITRINE_ADDR: `127.0.0.1:${this.port}`, VITRINE_DATA_DIR: this.dir,
        VITRINE_ADMIN_KEY: adminKey, VITRINE_LOG_LEVEL: 'error', VITRINE_LOG_FORMAT: 'text', ...this.env,
      },
    });
    this.log = '';
    this.process.stderr.on('data', (text) => { this.log = (this.log + text).slice(-10_000); });
    const child = this.process, orphaned = () => child.kill('SIGKILL');
    process.once('exit', orphaned); // an aborted test run leaves no process behind
    this.ended = once(child, 'exit').then(() => { process.off('exit', orphaned); });
    let gone = false;
    this.ended.then(() => { gone = true; });
    for (;;) {
      if (gone) throw new Error(`the server ended before it was ready:\n${this.log}`);
      const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Sends a signal and waits for the process to end. */
  async end(signal = 'SIGTERM') {
    this.process.kill(signal);
    await this.ended;
  }

  /** Ends the server and removes its folder. */
  async close() {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.end('SIGTERM');
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** Returns the processes that still use this server's folder: its private Postgres and store. */
  processes() {
    const found = [];
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8'), environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        if (command.includes(this.dir) || environment.includes(`VITRINE_DATA_DIR=${this.dir}\0`)) found.push({ pid: Number(pid), command });
      } catch { /* it has ended in the meantime */ }
    }
    return found;
  }

  /** Runs an operation and returns the body of the answer with its status. */
  async ask(query, variables = {}, key = this.key) {
    const answer = await fetch(this.graphql, {
      method: 'POST', headers: { ...this.headers(key), 'content-type': 'application/json' }, body: JSON.stringify({ query, variables }),
    });
    return { status: answer.status, ...await answer.json() };
  }

  /** Runs an operation that must succeed and returns its data. */
  async data(query, variables, key) {
    const answer = await this.ask(query, variables, key);
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    return answer.data;
  }

  async conversation(title = 'protocol') {
    const made = await this.data(`mutation($input: CreateConversationInput!) { createConversation(input: $input) { conversation { id } } }`, { input: { title } });
    return made.createConversation.conversation.id;
  }

  /** Adds one event to a conversation's log. */
  async message(conversationId, text = 'hello') {
    await this.data(`mutation($input: AddMessageInput!) { addMessage(input: $input) { message { id } } }`, { input: { conversationId, text } });
  }

  async apiKey(role = 'SERVICE') {
    const made = await this.data(`mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { key { id } secret } }`, { input: { name: `key of ${role}`, role } });
    return { id: made.createApiKey.key.id, secret: made.createApiKey.secret };
  }

  async revoke(id) {
    await this.data(`mutation($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { key { id } } }`, { input: { id } });
  }

  /** Sends a file as a GraphQL multipart request. */
  async upload(conversationId, bytes, fileName, mimeType = 'application/octet-stream') {
    const form = new FormData();
    form.set('operations', JSON.stringify({
      query: `mutation($input: UploadArtifactInput!, $file: Upload!) { uploadArtifact(input: $input, file: $file) { version { id sha256 sizeBytes } } }`,
      variables: { input: { conversationId, fileName, mimeType }, file: null },
    }));
    form.set('map', JSON.stringify({ 0: ['variables.file'] }));
    form.set('0', new Blob([bytes], { type: mimeType }), fileName);
    const answer = await fetch(this.graphql, { method: 'POST', body: form, headers: { ...this.headers(), 'apollo-require-preflight': 'true' } });
    const body = await answer.json();
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    return body.data.uploadArtifact.version;
  }
}
