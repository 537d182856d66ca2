// Starts the real binary in its own folder, and calls its API.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const binary = resolve(import.meta.dirname, process.env.VITRINE_BIN ?? '../../bin/vitrine')
export const key = 'vitrine-browser-tests-admin-key'

/** A running server: `url`, `gql`, `upload`, `stop`, and `restart` on the same data and port. */
export async function startServer() {
  if (!existsSync(binary)) throw new Error(`${binary} does not exist. Run \`make build\` first.`)
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-e2e-'))
  chmodSync(folder, 0o711) // the private Postgres runs as another user when we are root
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child = await run(folder, port, url)
  return {
    url,
    gql: (query, variables) => gql(url, query, variables),
    upload: (conversationId, name, mime, text, artifactId) => upload(url, { conversationId, artifactId }, name, mime, text),
    async restart(between = async () => {}) {
      await end(child)
      await between()
      child = await run(folder, port, url)
    },
    async stop() {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function run(folder, port, url) {
  const env = { ...process.env, VITRINE_DATA_DIR: folder, VITRINE_ADDR: `127.0.0.1:${port}`, VITRINE_ADMIN_KEY: key }
  for (const name of ['DATABASE_URL', 'S3_ENDPOINT', 'VITRINE_PUBLIC_URL']) delete env[name]
  const child = spawn(binary, ['serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output = (output + chunk).slice(-4000)))
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`The server exited:\n${output}`)
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.ok) return child
    await pause(200)
  }
  child.kill('SIGKILL')
  throw new Error(`The server was not ready after a minute:\n${output}`)
}

async function end(child) {
  if (child.exitCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await Promise.race([ended, pause(20_000, null, { ref: false }).then(() => child.kill('SIGKILL'))])
}

function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
}

const headers = { authorization: `Bearer ${key}`, 'apollo-require-preflight': 'true' }

async function gql(url, query, variables) {
  const body = JSON.stringify({ query, variables })
  return answerOf(await fetch(`${url}/graphql`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }))
}

async function upload(url, input, name, mime, text) {
  const query = 'mutation($input: UploadArtifactInput!, $file: Upload!) { uploadArtifact(input: $input, file: $file) { version { id artifact { id } } } }'
  const form = new FormData()
  form.append('operations', JSON.stringify({ query, variables: { input, file: null } }))
  form.append('map', JSON.stringify({ 0: ['variables.file'] }))
  form.append('0', new Blob([text], { type: mime }), name)
  return answerOf(await fetch(`${url}/graphql`, { method: 'POST', headers, body: form }))
}

async function answerOf(response) {
  const { data, errors } = await response.json()
  if (errors) throw new Error(errors.map(({ message }) => message).join('; '))
  return data
}
