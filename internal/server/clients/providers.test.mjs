// Compiles what prepareTurn returns for each provider against the request types of the provider's own client. The
// golden files
// are those of the Go tests.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url));
const golden = (name) => readFile(new URL(`../../turn/testdata/providers/${name}.json`, import.meta.url), 'utf8');

const providers = {
  anthropic: { from: "import type Client from '@anthropic-ai/sdk';", fits: "Pick<Client.MessageCreateParamsNonStreaming, 'messages' | 'system' | 'tools'>" },
  openai: { from: "import type Client from 'openai';", fits: "Pick<Client.ChatCompletionCreateParamsNonStreaming, 'messages' | 'tools'>" },
  'openai-responses': { from: "import type Client from 'openai';", fits: "Pick<Client.Responses.ResponseCreateParamsNonStreaming, 'input' | 'instructions' | 'tools'>" },
  gemini: { from: "import type { Content, Tool } from '@google/genai';", fits: '{ contents: Content[]; systemInstruction: Content; tools: Tool[] }' },
};

// faultsOf compiles a request as a value of its provider's type and returns the compiler's errors.
async function faultsOf({ from, fits }, request) {
  const dir = await mkdtemp(`${here}node_modules/.provider-`); // below node_modules, so that the clients are found
  try {
    await writeFile(`${dir}/request.ts`, `${from}\nexport const request = ${request.trim()} satisfies ${fits};\n`);
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''];
    await promisify(execFile)(`${here}node_modules/.bin/tsc`, [...options, `${dir}/request.ts`]);
    return '';
  } catch (refused) {
    return refused.stdout || String(refused);
  } finally {
    await rm(dir, { recursive: true });
  }
}

for (const [name, provider] of Object.entries(providers)) {
  test(`the request for ${name} compiles with its own client`, async () => {
    assert.equal(await faultsOf(provider, await golden(name)), '');
  });
  test(`a request for ${name} with a wrong role is refused`, async () => {
    assert.match(await faultsOf(provider, (await golden(name)).replaceAll('"role": "user"', '"role": 7')), /error TS/);
  });
}
