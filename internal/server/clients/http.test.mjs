// GraphQL over HTTP: every audit of the graphql-http package passes without a warning or a notice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { serverAudits } from 'graphql-http';
import { Server } from './server.mjs';

let server;
before(async () => { server = await Server.start(); });
after(() => server?.close());

const audits = serverAudits({
  url: () => server.graphql,
  fetchFn: (url, init = {}) => fetch(url, { ...init, headers: { ...init.headers, ...server.headers() } }),
});

test('there are 61 audits', () => assert.equal(audits.length, 61));

for (const audit of audits) {
  test(`${audit.id} ${audit.name}`, async () => {
    const result = await audit.fn();
    const body = result.response && await result.response.clone().text().catch(() => '');
    assert.equal(result.status, 'ok', `${result.reason}: ${result.response?.status} ${result.response?.headers.get('content-type')} ${body}`);
  });
}
