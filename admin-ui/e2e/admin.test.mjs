// Tests of the admin in a browser against the real binary, including live updates without a reload.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { violationsOf, drop, openBrowser, openGraphiQL, openTab, shoot, writeQuery } from './browser.mjs'
import { key, startServer } from './server.mjs'

let server
let browser

before(async () => {
  server = await startServer()
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

const newConversation = async (title) => {
  const query = 'mutation($input: CreateConversationInput!) { createConversation(input: $input) { conversation { id } } }'
  return (await server.gql(query, { input: { title } })).createConversation.conversation.id
}
const newType = async (input) => {
  const query = 'mutation($input: CreateArtifactTypeInput!) { createArtifactType(input: $input) { artifactType { id revision } } }'
  return (await server.gql(query, { input })).createArtifactType.artifactType
}
const mib = 1024 * 1024
/** Creates a large file on disk, because the browser accepts no large buffers from a test. */
const largeFile = (name, size) => {
  const path = join(mkdtempSync(join(tmpdir(), 'vitrine-large-')), name)
  const line = 'region,revenue,quarter,note\n'
  writeFileSync(path, line.repeat(Math.ceil(size / line.length)).slice(0, size))
  after(() => rmSync(dirname(path), { recursive: true, force: true }))
  return path
}
const chipCount = (page, count) => page.getByTestId('chip-count').filter({ hasText: new RegExp(`^${count}$`) }).waitFor()

test('sign in: a wrong key shows the server’s message, the right one opens the admin', async () => {
  const { page, close } = await openTab(browser, server.url, { signedIn: false })
  await page.goto('/')
  await page.getByLabel('API key', { exact: true }).fill('no such key')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const sentence = await page.getByRole('alert').innerText()
  assert.match(sentence, /UNAUTHENTICATED/)
  await shoot(page, 'sign-in')
  await page.getByLabel('API key', { exact: true }).fill(` ${key} `)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  assert.equal(await page.evaluate(() => localStorage.getItem('vitrine.key')), null, 'kept in this tab only')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('API key', { exact: true }).waitFor()
  assert.equal(await page.evaluate(() => sessionStorage.getItem('vitrine.key')), null)
  await close()
})

test('edit a type: saving updates the preview without a reload', async () => {
  await newType({ name: 'Ledger A', contentType: 'application/x-ledger', fileExtensions: ['ledger'], priority: 1 })
  await newType({ name: 'Ledger B', contentType: 'application/x-ledger' })
  const { page, errors, close } = await openTab(browser, server.url)
  await page.goto('/types?text=ledger')
  await page.getByRole('link', { name: 'Ledger B' }).click()
  const winner = page.getByTestId('winner')
  await winner.filter({ hasText: 'Ledger A' }).waitFor()
  await page.evaluate(() => (globalThis.notReloaded = true))
  await page.getByLabel('Priority').fill('7')
  await page.getByRole('list', { name: 'Unsaved changes' }).getByText('Priority').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await winner.filter({ hasText: 'Ledger B' }).waitFor()
  await page.getByTestId('difference').filter({ hasText: 'The winner changed' }).waitFor()
  assert.equal(await page.evaluate(() => globalThis.notReloaded), true)
  await shoot(page, 'type-after-save')
  assert.deepEqual(errors, [])
  await close()
})

test('a new type: the server’s fault is shown at its field, and a conflict is named', async () => {
  const { page, errors, close } = await openTab(browser, server.url)
  await page.goto('/types/new')
  await page.getByLabel('Name').first().fill('Twin')
  await page.getByLabel('MIME pattern').fill('nonsense')
  await page.getByRole('button', { name: 'Create type' }).click()
  await page.getByLabel('MIME pattern').and(page.locator('[aria-invalid=true]')).waitFor()
  await page.getByLabel('MIME pattern').fill('application/x-twin')
  await page.getByRole('button', { name: 'Create type' }).click()
  await page.getByRole('heading', { name: 'Twin' }).waitFor()
  await newType({ name: 'Twin again', contentType: 'application/x-twin' })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Artifact types' }).click()
  await page.getByText('Two types match equally well').waitFor()
  await page.getByText('Twin and Twin again').or(page.getByText('Twin again and Twin')).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('somebody else saved first: the conflict is shown, and one’s own edits can be kept', async () => {
  const { id, revision } = await newType({ name: 'Shared', contentType: 'application/x-shared' })
  const { page, close } = await openTab(browser, server.url)
  await page.goto(`/types/${id}`)
  await page.getByLabel('Priority').fill('3')
  await server.gql('mutation($input: UpdateArtifactTypeInput!) { updateArtifactType(input: $input) { artifactType { id } } }', {
    input: { id, expectedRevision: revision, description: 'by somebody else' },
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').filter({ hasText: 'CONFLICT' }).waitFor()
  await shoot(page, 'type-conflict')
  await page.getByRole('button', { name: 'Reload and keep my edits' }).click()
  await page.getByLabel('Description').and(page.locator('textarea')).filter({ hasText: 'by somebody else' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('revision 3').waitFor()
  const { artifactType } = await server.gql('query($id: ID!) { artifactType(id: $id) { priority description } }', { id })
  assert.deepEqual(artifactType, { priority: 3, description: 'by somebody else' })
  await close()
})

test('drop a file on a conversation: the count of the chip changes, and a card appears', async () => {
  const id = await newConversation('Numbers')
  const { page, errors, close } = await openTab(browser, server.url)
  await page.goto(`/conversations/${id}`)
  await page.getByTestId('live-state').filter({ hasText: 'Live' }).waitFor()
  await chipCount(page, 0)
  await drop(page, 'sales.csv', 'text/csv', 'region,revenue\nNorth,120\n')
  await chipCount(page, 1)
  await page.getByTestId('card').filter({ hasText: 'sales.csv' }).getByText('Attached by you').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('changes of other clients appear live: uploads, messages, and everything missed during a restart', async () => {
  const id = await newConversation('Followed')
  const { page, close } = await openTab(browser, server.url)
  await page.goto(`/conversations/${id}`)
  const live = page.getByTestId('live-state')
  await live.filter({ hasText: 'Live' }).waitFor()
  await server.upload(id, 'one.md', 'text/markdown', '# One')
  await chipCount(page, 1)
  await server.gql('mutation($input: AddMessageInput!) { addMessage(input: $input) { message { id } } }', {
    input: { conversationId: id, text: 'Hello from elsewhere' },
  })
  await page.getByText('Hello from elsewhere').waitFor()
  await server.restart(() => live.filter({ hasText: 'Reconnecting' }).waitFor())
  await server.upload(id, 'two.md', 'text/markdown', '# Two')
  await chipCount(page, 2)
  await live.filter({ hasText: /^Live/ }).waitFor()
  await close()
})

test('a file of an unregistered type: the reason and remedies are shown, and it can be dismissed', async () => {
  const id = await newConversation('Rejected')
  const { page, close } = await openTab(browser, server.url)
  await page.goto(`/conversations/${id}`)
  await page.getByLabel('Message').waitFor()
  await page.locator('input[type=file]').first().setInputFiles({ name: 'a.xyz', mimeType: 'application/x-nobody', buffer: Buffer.from([1, 2, 3, 0]) })
  const failed = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem')
  await failed.getByText('not stored').waitFor()
  assert.ok((await failed.getByRole('alert').innerText()).length > 10)
  await shoot(page, 'upload-rejected')
  await failed.getByRole('button', { name: /Dismiss/ }).click()
  await failed.waitFor({ state: 'detached' })
  await close()
})

test('open a version: content, route with its reason, the switch to tools', async () => {
  const id = await newConversation('Viewing')
  await server.upload(id, 'notes.md', 'text/markdown', '# Notes\n\n<script>document.title = "broken"</script>\n\nSome **bold** text.')
  await server.gql('mutation($input: CreateModelInput!) { createModel(input: $input) { model { id } } }', { input: { name: 'plain', provider: 'generic' } })
  const { page, errors, close } = await openTab(browser, server.url)
  await page.goto(`/conversations/${id}`)
  await page.getByTestId('card').getByRole('button').click()
  await page.getByRole('heading', { name: 'Notes', exact: true }).waitFor()
  assert.doesNotMatch(await page.title(), /broken/)
  await page.getByRole('tab', { name: 'Delivery' }).click()
  const route = page.getByTestId('route')
  await route.waitFor()
  assert.deepEqual(await violationsOf(page), [])
  assert.ok((await route.innerText()).length > 10)
  await page.getByRole('switch', { name: 'Tools only' }).click()
  await page.getByRole('switch', { name: 'Tools only' }).and(page.locator(':checked')).waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('dialog').getByText('by the user').first().waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a version: its changes are shown, an older one is restored, then the artifact is renamed and deleted', async () => {
  const id = await newConversation('Revised')
  const { uploadArtifact } = await server.upload(id, 'plan.md', 'text/markdown', '# Plan\n\nFirst the roof.\nThen the door.\n')
  await server.upload(id, 'plan.md', 'text/markdown', '# Plan\n\nFirst the walls.\nThen the door.\nThen the roof.\n', uploadArtifact.version.artifact.id)
  const { page, errors, close } = await openTab(browser, server.url)
  await page.goto(`/conversations/${id}`)
  await page.getByTestId('card').getByRole('button').first().click()
  await page.getByRole('tab', { name: 'Changes' }).click()
  const diff = page.getByTestId('diff')
  await diff.getByText('First the walls.').waitFor()
  assert.deepEqual(await diff.locator('del').allInnerTexts(), ['First the roof.'])
  assert.deepEqual(await diff.locator('ins').allInnerTexts(), ['First the walls.', 'Then the roof.'])
  assert.match(await page.getByTestId('diff-stats').innerText(), /\+2 lines\s+−1 line/)
  assert.deepEqual(await violationsOf(page), [])
  await page.getByRole('combobox', { name: 'Version', exact: true }).or(page.getByLabel('Version', { exact: true })).first().click()
  await page.getByRole('option', { name: /Version 1/ }).click()
  await page.getByText('There is no earlier version').waitFor()
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await page.getByText('Version 1 was restored as version 3').waitFor()
  await diff.locator('ins').filter({ hasText: 'First the roof.' }).waitFor()
  await page.getByRole('tab', { name: 'Content' }).click()
  await page.getByRole('dialog').getByText('First the roof.').waitFor()

  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  const form = page.getByRole('dialog', { name: 'Rename' })
  await form.getByLabel('Name').fill(' ')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByLabel('Name').and(page.locator('[aria-invalid=true]')).waitFor()
  await form.getByLabel('Name').fill('Building plan')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Building plan' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete the artifact' }).click()
  await chipCount(page, 0)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
  await close()
})

test('a file above the limit of one request: it arrives in slices across a lost connection, and the count changes', async () => {
  const id = await newConversation('Large')
  const { page, close } = await openTab(browser, server.url)
  page.setDefaultTimeout(120_000) // 56 MiB pass through the route below, which a loaded machine is slow at
  const puts = []
  await page.route('**/v1/uploads/*', (route) => {
    const request = route.request()
    if (request.method() === 'PUT') puts.push(Number(request.headers()['upload-offset']) / mib)
    return puts.length === 2 && request.method() === 'PUT' ? route.abort('connectionreset') : route.continue()
  })
  await page.goto(`/conversations/${id}`)
  await chipCount(page, 0)
  await page.locator('input[type=file]').first().setInputFiles(largeFile('large.csv', 40 * mib))
  await chipCount(page, 1)
  await page.getByTestId('card').filter({ hasText: 'large.csv' }).waitFor()
  assert.deepEqual(puts, [0, 16, 16, 32])
  const query = 'query($id: ID!) { conversation(id: $id) { artifacts(first: 1) { nodes { latestVersion { sizeBytes } } } } }'
  assert.equal((await server.gql(query, { id })).conversation.artifacts.nodes[0].latestVersion.sizeBytes, 40 * mib)
  await close()
})

test('a large upload is cancelled: nothing of it is kept', async () => {
  const id = await newConversation('Cancelled')
  const { page, close } = await openTab(browser, server.url)
  const held = new Promise((resolve) => void page.route('**/v1/uploads/*', resolve)) // received, but never answered
  await page.goto(`/conversations/${id}`)
  await page.locator('input[type=file]').first().setInputFiles(largeFile('large.csv', 33 * mib))
  const aborted = page.waitForResponse(async (response) => (response.request().postData() ?? '').includes('AbortUpload'))
  await page.getByText(/% of 33 MiB/).waitFor()
  await held
  await shoot(page, 'upload-large')
  await page.getByRole('button', { name: 'Cancel large.csv' }).click()
  await page.getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' })
  assert.equal((await (await aborted).json()).errors, undefined)
  await chipCount(page, 0)
  await close()
})

test('extract rules: a preview shows what they find, and their faults are shown at the field', async () => {
  const { id } = await newType({ name: 'Report', contentType: 'application/x-report' })
  const { page, close } = await openTab(browser, server.url)
  await page.goto(`/types/${id}`)
  await page.getByRole('button', { name: 'Start from an example' }).click()
  const findings = page.getByTestId('findings')
  await findings.getByText('Sales of May').waitFor()
  await page.getByLabel('Sample', { exact: true }).fill('{"report": {"name": "Sales of June", "rows": []}}')
  await findings.getByText('Sales of June').waitFor()
  assert.deepEqual(await violationsOf(page), [])
  await page.getByTestId('findings').scrollIntoViewIfNeeded()
  await shoot(page, 'extract-rules')
  const rules = page.getByLabel('Rules', { exact: true })
  await rules.fill('[{"name": "title", "expr": "content."}]')
  await page.getByText(/The expression of the rule "title"/).waitFor()
  await rules.and(page.locator('[aria-invalid=true]')).waitFor()
  assert.deepEqual(await violationsOf(page), [], 'a fault at its field')
  await shoot(page, 'extract-rules-fault')
  await rules.fill('[{"name": "title", "expr": "content.report.name", "standardProperty": "name"}]')
  await findings.getByText('sets name').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('revision 2').waitFor()
  const { artifactType } = await server.gql('query($id: ID!) { artifactType(id: $id) { extractRules } }', { id })
  assert.equal(artifactType.extractRules[0].expr, 'content.report.name')
  await close()
})

test('a key: its secret is shown once, its role applies, and it stops working when revoked', async () => {
  const id = await newConversation('Not for viewers')
  const { page, close } = await openTab(browser, server.url)
  await page.goto('/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Purpose').fill('a viewer')
  await page.getByRole('combobox', { name: 'Role' }).or(page.getByLabel('Role')).first().click()
  await page.getByRole('option', { name: 'Viewer' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const secret = await page.getByLabel('Secret of the new key').innerText()
  await page.getByRole('button', { name: 'I have saved it' }).click()

  const guest = await openTab(browser, server.url, { signedIn: false })
  await guest.page.goto('/')
  await guest.page.getByLabel('API key', { exact: true }).fill(secret)
  await guest.page.getByRole('button', { name: 'Sign in' }).click()
  const menu = guest.page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Artifact types' }).click()
  await guest.page.getByRole('table', { name: 'Artifact types' }).waitFor()
  assert.equal(await guest.page.getByRole('link', { name: 'New type' }).count(), 0)
  assert.equal(await guest.page.getByRole('link', { name: 'API keys' }).count(), 0)
  await guest.page.goto(`/conversations/${id}`)
  await guest.page.getByRole('heading', { name: 'Not for viewers' }).waitFor()
  await guest.page.getByText('Your role cannot see contents').waitFor()

  const row = page.getByRole('row').filter({ hasText: 'a viewer' })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await row.getByText('Revoked').waitFor()
  await menu.getByRole('link', { name: 'Models' }).click()
  await guest.page.getByLabel('API key', { exact: true }).waitFor()
  await guest.close()
  await close()
})

test('GraphiQL sends requests with the session’s key, and follows a subscription', async () => {
  const id = await newConversation('Explored')
  const { page, errors, close } = await openTab(browser, server.url)
  const foreign = []
  page.on('request', (request) => new URL(request.url()).origin !== server.url && foreign.push(request.url()))
  await openGraphiQL(page)
  const answer = page.getByRole('region', { name: 'Result Window' })
  await page.getByRole('button', { name: 'Schema', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Execute query' }).click()
  await answer.getByText(/"ADMIN"/).waitFor()
  await writeQuery(page, `subscription Watch { conversationEvents(conversationId: "${id}", after: 0) { sequence kind } }`)
  await page.getByRole('tab', { name: 'Watch' }).waitFor() // GraphiQL has read what was typed
  await page.getByRole('button', { name: 'Execute query' }).click()
  await server.upload(id, 'one.md', 'text/markdown', '# One')
  await answer.getByText(/"VERSION"/).waitFor()
  await page.getByRole('button', { name: 'Stop query' }).click()
  await page.getByRole('button', { name: 'Execute query' }).waitFor()
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  await page.getByText('Root Types').waitFor()
  await shoot(page, 'graphiql-docs')
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), [], 'typed text stays in this tab')
  assert.ok(page.workers().length >= 2, 'validation and completion run in workers from our own files')
  assert.deepEqual(foreign, [])
  assert.deepEqual(errors, [])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('API key', { exact: true }).waitFor()
  await page.waitForTimeout(700) // GraphiQL writes with a delay
  assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('graphiql'))), [])
  await close()
})

test('GraphiQL shows a notice when the server does not publish its schema', async () => {
  const { page, close } = await openTab(browser, server.url)
  await page.route('/graphql', async (route) => {
    if (!route.request().postData()?.includes('__schema')) return route.continue()
    await route.fulfill({ status: 422, contentType: 'application/json', body: '{"errors":[{"message":"introspection disabled"}],"data":null}' })
  })
  await openGraphiQL(page)
  await page.getByText('This server does not publish its schema').waitFor()
  await page.getByRole('button', { name: 'Execute query' }).click()
  await page.getByRole('region', { name: 'Result Window' }).getByText(/"ADMIN"/).waitFor()
  await shoot(page, 'graphiql-without-schema')
  await close()
})

test('every page renders without errors or accessibility violations, light and dark, wide and on a phone', async () => {
  const id = await newConversation('Quarterly report')
  const { uploadArtifact } = await server.upload(id, 'sales.csv', 'text/csv', 'region,revenue\nNorth,120\n')
  const { artifact } = uploadArtifact.version
  await server.upload(id, 'sales.csv', 'text/csv', 'region,revenue\nNorth,135\nSouth,80\n', artifact.id)
  const ruled = await newType({ name: 'Sales report', contentType: 'application/x-sales', extractRules: [{ name: 'title', expr: 'content.title', standardProperty: 'name' }] })
  const places = { overview: '/', types: '/types?mime=application/json', type: `/types/${ruled.id}`, conversations: '/conversations', conversation: `/conversations/${id}`, models: '/models', agents: '/agents', keys: '/keys', audit: '/audit', api: '/graphiql' }
  for (const scheme of ['light', 'dark']) {
    for (const size of ['wide', 'phone']) {
      const { page, errors, close } = await openTab(browser, server.url, { scheme, size })
      for (const [name, place] of Object.entries(places)) {
        await page.goto(place)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .graphiql-spinner'))
        await page.waitForTimeout(150) // fonts and rendering
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        assert.ok(wider <= 0, `${name} is ${wider} px wider than a ${size} window`)
        assert.deepEqual(await violationsOf(page), [], `${name}, ${size}, ${scheme}`)
        await shoot(page, `${name}-${size}-${scheme}`)
      }
      await page.goto(places.type)
      await page.getByRole('button', { name: 'Limits and viewer' }).scrollIntoViewIfNeeded()
      await page.getByLabel('Sample', { exact: true }).fill('{"title": "Sales of May"}')
      await page.getByTestId('findings').getByText('Sales of May').waitFor()
      await page.getByTestId('findings').evaluate((found) => found.scrollIntoView({ block: 'center' }))
      assert.deepEqual(await violationsOf(page), [], `findings, ${size}, ${scheme}`)
      await shoot(page, `findings-${size}-${scheme}`)
      await page.goto(`/conversations/${id}?artifact=${artifact.id}`)
      await page.getByRole('tab', { name: 'Changes' }).click()
      await page.getByTestId('diff').waitFor()
      await page.waitForTimeout(350) // the drawer slides in
      assert.deepEqual(await violationsOf(page), [], `changes, ${size}, ${scheme}`)
      await shoot(page, `changes-${size}-${scheme}`)
      assert.deepEqual(errors, [])
      await close()
    }
  }
})
