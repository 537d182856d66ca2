// Tests of deliverables in the admin: cards, list, window and the view of one, with live updates.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { violationsOf, openBrowser, openTab, shoot } from './browser.mjs'
import { act, observe, startConversation, wrote } from './feed.mjs'
import { binary, key, startServer } from './server.mjs'

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

const folder = '/home/ada/work'
const range = (n) => Array.from({ length: n }, (_, i) => i + 1)
const live = (page) => page.getByTestId('live-state').filter({ hasText: /^Live/ }).waitFor()
const chipCount = (page, count) => page.getByTestId('chip-count').filter({ hasText: new RegExp(`^${count}$`) }).waitFor()
const names = (page) => page.locator('[data-walk]').allInnerTexts()
const cardNames = (page) => page.getByTestId('card').locator('button > span:nth-child(2) > span:first-child').allInnerTexts()
const card = (page, name) => page.getByTestId('card').filter({ hasText: name })
const until = (page, what, arg) => page.waitForFunction(what, arg)
const firstRow = (page, name) => until(page, (wanted) => document.querySelector('[data-walk]')?.textContent === wanted, name)
const openList = async (page) => {
  await page.getByRole('button', { name: /^Artifacts:/ }).click()
  await page.getByTestId('section').first().waitFor()
}
const heads = (page) => page.getByTestId('section').evaluateAll((found) => found.map((section) => section.getAttribute('aria-label')))
/** Marks the page to detect a reload. */
const mark = (page) => page.evaluate(() => (globalThis.notReloaded = true))
const notReloaded = async (page) => assert.equal(await page.evaluate(() => globalThis.notReloaded), true, 'the page was not reloaded')

/** Runs a command of the binary. `line` waits for a line of its output. */
function run(...args) {
  const child = spawn(binary, args, { env: { ...process.env, VITRINE_URL: server.url, VITRINE_KEY: key }, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const ended = new Promise((done) => child.once('exit', done))
  return {
    ended,
    line: (pattern) => new Promise((found) => lines.on('line', (text) => pattern.test(text) && found(pattern.exec(text)))),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

test('the demo: a card of every kind arrives live, none for code, and a reload keeps their places', async () => {
  const demo = run('demo', '--pace', '300ms')
  const [, id] = await demo.line(/\/conversations\/([0-9a-f-]{36})/)
  const { page, errors, close } = await openTab(browser, server.url)
  await page.goto(`/conversations/${id}`)
  await live(page)
  await mark(page)
  await demo.ended
  await card(page, 'Summary of the quarter').waitFor()
  for (const [name, words] of [
    ['quarter.csv', 'Upload · Attached by you'],
    ['report.md', 'Document · Changed 3 times'],
    ['chart.svg', 'by subagent chart artist'],
    ['index.html', 'Page · Published'],
    ['Preview of the report', 'Service · Stopped'],
    ['Cover', 'Design · Handed over by Layout desk'],
    ['Summary of the quarter', 'Document'],
  ]) {
    await card(page, name).filter({ hasText: words }).waitFor()
  }
  assert.equal(await card(page, 'plot.py').count(), 0, 'code has no card')
  assert.equal(await page.getByTestId('card').count(), 10, 'one card per deliverable')
  assert.equal(await card(page, 'Preview of the report').getAttribute('data-off'), 'true')
  assert.equal(await card(page, 'Preview of the report').locator('a').count(), 0, 'a stopped service has no link')
  const visit = card(page, 'index.html').getByRole('link', { name: 'Visit index.html' })
  assert.equal(await visit.getAttribute('href'), '/p/pgquarter001')
  assert.equal(await visit.getAttribute('rel'), 'noopener noreferrer')
  await notReloaded(page)
  const before = await cardNames(page)
  await page.reload()
  await card(page, 'Summary of the quarter').waitFor()
  assert.deepEqual(await cardNames(page), before)
  assert.deepEqual(await violationsOf(page), [])
  assert.deepEqual(errors, [])
  await close()
})

test('the observer: what an agent appends to its transcript appears', async () => {
  const home = mkdtempSync(join(tmpdir(), 'vitrine-sessions-'))
  const transcript = join(home, 'projects', '-home-ada-work', '0b6d0f6e-7d0a-4c5e-9d59-3a8a2f1c0001.jsonl')
  mkdirSync(join(transcript, '..'), { recursive: true })
  writeFileSync(transcript, `${wrote(`${folder}/notes.md`, '# Notes').join('\n')}\n`)
  const id = await startConversation(server, 'Observed')
  const observer = run('observe', '--follow', '--harness', 'claude', '--host', 'laptop', '--conversation', id, '--progress=false', transcript)
  const { page, errors, close } = await openTab(browser, server.url)
  await page.goto(`/conversations/${id}`)
  await live(page)
  await chipCount(page, 1)
  await card(page, 'notes.md').waitFor()
  await mark(page)
  appendFileSync(transcript, `${wrote(`${folder}/plan.md`, '# Plan').join('\n')}\n`)
  await chipCount(page, 2)
  await card(page, 'plan.md').waitFor()
  await notReloaded(page)
  assert.deepEqual(errors, [])
  await observer.stop()
  rmSync(home, { recursive: true })
  await close()
})

test('the window: rail, sorting both ways, filter, count line and state in the URL, with 440 rows', async () => {
  const id = await startConversation(server, 'Large')
  await observe(server, id, range(150).map((n) => wrote(`${folder}/docs/doc ${n}.md`, `# ${n}`, { helper: n <= 20 ? 'drafter' : undefined })))
  await observe(server, id, range(290).map((n) => wrote(`${folder}/src/pkg${n % 9}/part_${n}.go`, 'package p')))
  const { page, errors, close } = await openTab(browser, server.url)
  await page.goto(`/conversations/${id}`)
  await page.getByRole('link', { name: 'Open the artifacts in a full page' }).click()
  const rail = page.getByRole('navigation', { name: 'Filters' })
  const rows = page.locator('[data-walk]')
  const count = page.getByTestId('count-line')
  await count.getByText('150 items · 290 code').waitFor()
  assert.equal(await rows.count(), 440)
  await rail.getByRole('button', { name: 'Documents 150' }).click()
  await count.getByText('150 matches').waitFor()
  assert.equal(await rows.count(), 150)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await firstRow(page, 'doc 1.md')
  assert.deepEqual((await names(page)).slice(0, 3), ['doc 1.md', 'doc 2.md', 'doc 3.md'], 'numbers by value')
  assert.equal(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'), 'ascending')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await firstRow(page, 'doc 150.md')
  assert.equal(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'), 'descending')
  await rail.getByRole('button', { name: 'drafter 20' }).click()
  await count.getByText('20 matches').waitFor()
  await rail.getByRole('button', { name: 'All 440' }).click()
  await count.getByText('150 items').waitFor()

  await page.keyboard.press('/')
  await page.keyboard.type('DOC 14')
  await count.getByText('11 matches').waitFor()
  await firstRow(page, 'doc 149.md')
  assert.equal(await page.locator('mark').first().innerText(), 'doc 14')
  const url = new URL(page.url())
  assert.deepEqual([url.searchParams.get('text'), url.searchParams.get('by'), url.searchParams.get('way')], ['DOC 14', 'NAME', 'DESC'])
  await page.reload()
  await count.getByText('11 matches').waitFor()
  await firstRow(page, 'doc 149.md')
  const filter = page.getByRole('textbox', { name: 'Filter the artifacts' })
  await filter.focus()
  await page.keyboard.press('ArrowDown')
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'doc 149.md', 'arrow keys move between the rows')
  await filter.focus()
  await page.keyboard.press('Escape')
  await count.getByText('150 items').waitFor()
  assert.equal(await filter.evaluate((input) => input === document.activeElement), true, 'Escape clears the filter first')
  await page.keyboard.press('Escape')
  assert.equal(await filter.evaluate((input) => input === document.activeElement), false, 'then removes the focus')
  await filter.fill('no such thing')
  await page.getByText('No matches').waitFor()
  assert.equal(await filter.evaluate((input) => input.maxLength), 80)
  assert.deepEqual(errors, [])
  await close()
})

test('the window follows changes: order, rail and a choice without rows', async () => {
  const id = await startConversation(server, 'Moving')
  await observe(server, id, range(60).map((n) => wrote(`${folder}/docs/doc ${n}.md`, `# ${n}`)))
  const { uploadArtifact } = await server.upload(id, 'only.csv', 'text/csv', 'a,b\n1,2\n')
  const { page, errors, close } = await openTab(browser, server.url)
  await page.goto(`/conversations/${id}/deliverables`)
  await live(page)
  await firstRow(page, 'only.csv')
  await mark(page)
  const focused = page.getByRole('button', { name: 'doc 30.md', exact: true })
  await focused.focus()
  await focused.evaluate((row) => row.scrollIntoView({ block: 'center' }))
  const scroll = await page.evaluate(() => scrollY)
  assert.ok(scroll > 0)
  await observe(server, id, [wrote(`${folder}/docs/doc 1.md`, '# again')])
  await firstRow(page, 'doc 1.md')
  await until(page, () => [...document.querySelectorAll('tr')].find((row) => row.textContent?.startsWith('doc 1.md'))?.textContent?.includes('Document2'))
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'doc 30.md', 'the focus stayed')
  assert.ok(Math.abs((await page.evaluate(() => scrollY)) - scroll) <= 60, 'the scroll position stayed')
  await observe(server, id, [wrote(`${folder}/docs/new.md`, '# New', { helper: 'scout' })])
  const rail = page.getByRole('navigation', { name: 'Filters' })
  await rail.getByRole('button', { name: 'scout 1' }).waitFor()
  await rail.getByRole('button', { name: 'Uploads 1' }).click()
  await page.getByTestId('count-line').getByText('1 match').waitFor()
  await act(server, 'deleteArtifact', 'DeleteArtifactInput', { artifactId: uploadArtifact.version.artifact.id }, 'deletedId')
  await page.getByTestId('count-line').getByText('61 items').waitFor()
  await rail.getByRole('button', { name: 'All 61', pressed: true }).waitFor()
  await notReloaded(page)
  assert.deepEqual(errors, [])
  await close()
})

test('the server restarts: the window reconnects and misses nothing', async () => {
  const id = await startConversation(server, 'Interrupted')
  await observe(server, id, [wrote(`${folder}/one.md`, '# One')])
  const { page, close } = await openTab(browser, server.url)
  await page.goto(`/conversations/${id}/deliverables`)
  await live(page)
  await firstRow(page, 'one.md')
  await mark(page)
  await server.restart(() => page.getByTestId('live-state').filter({ hasText: 'Reconnecting' }).waitFor())
  await observe(server, id, [wrote(`${folder}/two.md`, '# Two')])
  await firstRow(page, 'two.md')
  await live(page)
  await notReloaded(page)
  await close()
})

test('the list: groups that collapse, order and filter, stored on the device', async () => {
  const id = await startConversation(server, 'Listed')
  await observe(server, id, [
    wrote(`${folder}/a plan.md`, '# A'), wrote(`${folder}/b plan.md`, '# B', { helper: 'fix' }), wrote(`${folder}/main.go`, 'package main'),
    ...range(6).map((n) => wrote(`${folder}/src/part${n}.go`, 'package p', { helper: 'fix' })),
  ])
  await act(server, 'presentDeliverables', 'PresentDeliverablesInput', { conversationId: id, items: [{ kind: 'PAGE', pageId: 'pgabcde12345' }] }, 'deliverables { id }')
  const { page, errors, close } = await openTab(browser, server.url)
  await page.goto(`/conversations/${id}`)
  await openList(page)
  assert.deepEqual(await heads(page), ['Recent', 'Documents', 'Pages shown here', 'Code'])
  const head = (name) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  assert.equal(await head('Code').getAttribute('aria-expanded'), 'false', 'code is collapsed at first')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('/')
  await page.keyboard.type('part')
  await page.getByTestId('count-line').getByText('6 matches · 6 code').waitFor()
  assert.deepEqual(await heads(page), ['Code'])
  assert.equal(await page.locator('mark').count(), 6, 'collapsed groups with matches are open')
  await page.keyboard.press('Escape')
  await page.getByTestId('count-line').getByText('3 items · 7 code').waitFor()
  await head('Documents').click()
  await page.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: 'By helper' }).click()
  await until(page, () => document.querySelector('[data-testid=section]:nth-of-type(2)')?.getAttribute('aria-label') === 'fix')
  assert.deepEqual(await heads(page), ['Recent', 'fix', 'The main agent'])
  await page.getByRole('combobox', { name: 'Sort' }).click()
  await page.getByRole('option', { name: 'Name' }).click()
  await until(page, () => document.querySelector('[data-testid=section]:nth-of-type(2) [data-walk] span:nth-child(2) > span')?.textContent === 'b plan.md')
  await page.reload()
  await openList(page)
  assert.deepEqual(await heads(page), ['Recent', 'fix', 'The main agent'], 'the grouping is stored')
  await page.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: 'By kind' }).click()
  await page.getByRole('region', { name: 'Documents' }).waitFor()
  assert.equal(await head('Documents').getAttribute('aria-expanded'), 'false', 'collapsed groups are stored')
  await observe(server, id, [wrote(`${folder}/late.md`, '# Late')])
  await page.getByTestId('count-line').getByText('4 items · 7 code').waitFor()
  await page.getByRole('region', { name: 'Recent' }).getByText('late.md', { exact: true }).waitFor()
  assert.deepEqual(await violationsOf(page), [])
  assert.deepEqual(errors, [])
  await close()
})

test('a new document opens beside the chat without taking the focus, unless disabled or on a phone', async () => {
  const id = await startConversation(server, 'Born')
  const { page, errors, close } = await openTab(browser, server.url)
  await page.goto(`/conversations/${id}`)
  await live(page)
  await page.getByText('Nothing here yet').waitFor()
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('still typing')
  await observe(server, id, [wrote(`${folder}/first.md`, '# First')])
  const beside = page.getByTestId('beside')
  await beside.getByRole('heading', { name: 'first.md' }).waitFor()
  assert.equal(await message.evaluate((input) => input === document.activeElement), true, 'the caret stayed')
  await page.keyboard.type(' on')
  assert.equal(await message.inputValue(), 'still typing on')
  await observe(server, id, [wrote(`${folder}/second.md`, '# Second')])
  await beside.getByRole('heading', { name: 'second.md' }).waitFor()
  await card(page, 'first.md').getByRole('button').click()
  await beside.getByRole('heading', { name: 'first.md' }).waitFor()
  assert.equal(await beside.evaluate((pane) => pane.contains(document.activeElement)), true, 'what a person opens gets the focus')
  await observe(server, id, [wrote(`${folder}/third.md`, '# Third')])
  await card(page, 'third.md').waitFor()
  await beside.getByRole('heading', { name: 'first.md' }).waitFor()
  await page.keyboard.press('Escape')
  await beside.waitFor({ state: 'detached' })

  await openList(page)
  await page.getByRole('switch', { name: 'Open new documents beside the chat' }).click()
  await page.keyboard.press('Escape')
  await observe(server, id, [wrote(`${folder}/fourth.md`, '# Fourth')])
  await card(page, 'fourth.md').waitFor()
  assert.equal(await beside.count(), 0, 'disabled')
  await page.reload()
  await live(page)
  await card(page, 'fourth.md').waitFor()
  await observe(server, id, [wrote(`${folder}/fifth.md`, '# Fifth')])
  await card(page, 'fifth.md').waitFor()
  assert.equal(await beside.count(), 0, 'still disabled after a reload')

  const phone = await openTab(browser, server.url, { size: 'phone' })
  await phone.page.goto(`/conversations/${id}`)
  await live(phone.page)
  await card(phone.page, 'fifth.md').waitFor()
  await observe(server, id, [wrote(`${folder}/sixth.md`, '# Sixth')])
  await card(phone.page, 'sixth.md').waitFor()
  assert.equal(await phone.page.getByRole('dialog').count(), 0, 'never on a phone')
  await phone.close()
  assert.deepEqual(errors, [])
  await close()
})

test('a running service has a link, and is greyed out in place when it stops', async () => {
  const id = await startConversation(server, 'Served')
  const report = (state) => act(server, 'reportService', 'ReportServiceInput', { conversationId: id, jobId: 'web', name: 'web', port: 4173, state })
  await report('running')
  const { page, errors, close } = await openTab(browser, server.url)
  await page.goto(`/conversations/${id}`)
  await live(page)
  await card(page, 'web').filter({ hasText: 'Service · Running' }).waitFor()
  assert.equal(await card(page, 'web').getByRole('link', { name: 'Visit web' }).getAttribute('href'), 'http://127.0.0.1:4173/')
  const { cardId } = await card(page, 'web').evaluate((found) => ({ cardId: found.getAttribute('data-card') }))
  await report('stopped')
  await page.locator('[data-card][data-off]').filter({ hasText: 'Service · Stopped' }).waitFor()
  assert.equal(await card(page, 'web').getAttribute('data-card'), cardId, 'patched, not replaced')
  assert.equal(await card(page, 'web').getByRole('link', { name: 'web is not available now' }).getAttribute('aria-disabled'), 'true')
  await report('running')
  await card(page, 'web').getByRole('link', { name: 'Visit web' }).waitFor()
  await card(page, 'web').getByRole('button').click()
  await page.getByTestId('beside').getByText('Local address').waitFor()
  assert.deepEqual(await violationsOf(page), [])
  assert.deepEqual(errors, [])
  await close()
})

test('the view of a deliverable: receipts, hash to copy, its origin, and handing it over', async () => {
  const id = await startConversation(server, 'Source')
  const near = await startConversation(server, 'Near desk')
  await startConversation(server, 'Far desk', { host: 'elsewhere' })
  await act(server, 'reportDesign', 'ReportDesignInput', { conversationId: id, designId: 'dgcover00001', path: 'cover', title: 'Cover' })
  await observe(server, id, [wrote(`${folder}/main.go`, 'package main')])
  const { page, errors, close } = await openTab(browser, server.url)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/conversations/${id}/deliverables`)
  await page.getByRole('button', { name: 'main.go', exact: true }).click()
  const beside = page.getByTestId('beside')
  await beside.getByTestId('history').getByText('e2e.jsonl').waitFor()
  await beside.getByRole('button', { name: 'Copy the hash of the record' }).click()
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^[0-9a-f]{64}$/)
  await beside.getByRole('button', { name: 'Actions for main.go' }).click()
  await page.getByRole('menuitem', { name: 'Copy path' }).click()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${folder}/main.go`)

  await page.getByRole('row').filter({ hasText: 'Cover' }).getByRole('button', { name: 'Actions for Cover' }).click()
  await page.getByRole('menuitem', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over Cover' })
  const to = async (title) => {
    await dialog.getByRole('combobox', { name: 'To the conversation' }).or(dialog.getByRole('textbox', { name: 'To the conversation' })).first().fill(title)
    await page.getByRole('option', { name: title }).click()
    await dialog.getByRole('button', { name: 'Hand over' }).click()
  }
  await to('Far desk')
  await dialog.getByText('Cover was not handed over').waitFor()
  await dialog.getByText('other-machine').waitFor()
  assert.deepEqual(await violationsOf(page), [])
  await shoot(page, 'hand-over-rejected')
  await to('Near desk')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Cover', exact: true }).click()
  await beside.getByRole('link', { name: 'Near desk' }).click()
  await page.waitForURL(`**/conversations/${near}`)
  await card(page, 'Cover').filter({ hasText: 'Handed over by Source' }).waitFor()
  await card(page, 'Cover').getByRole('button').click()
  await beside.getByRole('link', { name: 'Source' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('days use the browser’s time zone', async () => {
  const id = await startConversation(server, 'Dated')
  await observe(server, id, [wrote(`${folder}/a.md`, '# A', { at: '2026-05-28T11:00:00Z' })])
  for (const [timezoneId, day] of [['Pacific/Kiritimati', 'Fri, May 29, 2026'], ['America/New_York', 'Thu, May 28, 2026']]) {
    const { page, close } = await openTab(browser, server.url, { timezoneId })
    await page.goto(`/conversations/${id}`)
    await openList(page)
    await page.getByRole('combobox', { name: 'Group' }).click()
    await page.getByRole('option', { name: 'By day' }).click()
    await page.getByRole('region', { name: day }).getByText('a.md', { exact: true }).waitFor()
    await close()
  }
})

test('opening something keeps the scroll position, in the chat and in the window', async () => {
  const id = await startConversation(server, 'Long')
  await act(server, 'addMessage', 'AddMessageInput', { conversationId: id, role: 'USER', text: 'Write it all.' }, 'message { id }')
  await observe(server, id, range(60).map((n) => wrote(`${folder}/docs/doc ${n}.md`, `# ${n}`, { at: new Date(Date.now() + n).toISOString() })))
  const { page, errors, close } = await openTab(browser, server.url)
  const inView = (locator) =>
    locator.evaluate((found) => {
      const { top, bottom } = found.getBoundingClientRect()
      return scrollY > 0 && top >= 0 && bottom <= innerHeight
    })
  await page.goto(`/conversations/${id}`)
  const forty = card(page, 'doc 40.md')
  await forty.waitFor()
  await forty.evaluate((found) => found.scrollIntoView({ block: 'center' }))
  await forty.getByRole('button').click()
  const beside = page.getByTestId('beside')
  await beside.getByRole('heading', { name: 'doc 40.md' }).waitFor()
  assert.equal(await inView(forty), true, 'in the chat')
  await page.goto(`/conversations/${id}/deliverables`)
  const row = page.getByRole('button', { name: 'doc 20.md', exact: true })
  await row.evaluate((found) => found.scrollIntoView({ block: 'center' }))
  await row.click()
  await beside.getByRole('heading', { name: 'doc 20.md' }).waitFor()
  assert.equal(await inView(row), true, 'in the window')
  await page.keyboard.press('Escape')
  await beside.waitFor({ state: 'detached' })
  assert.equal(await row.evaluate((found) => found === document.activeElement), true, 'the focus returned')
  assert.deepEqual(errors, [])
  await close()
})

test('cards use the browser’s language', async () => {
  const id = await startConversation(server, 'Spoken')
  await observe(server, id, [wrote(`${folder}/a.md`, '# A')])
  for (const [locale, words] of [['ja-JP', 'ドキュメント · エージェントが作成'], ['zh-CN', '文档 · 由代理撰写'], ['de-DE', 'Document · Written by the agent']]) {
    const { page, close } = await openTab(browser, server.url, { locale })
    await page.goto(`/conversations/${id}`)
    await card(page, words).waitFor()
    await close()
  }
})

test('cards, list, window and view have no accessibility violations, light and dark, wide and on a phone', async () => {
  const id = await startConversation(server, 'Drawn')
  const long = 'a very long name of a document that no person would choose but that some agent did choose.md'
  await observe(server, id, [
    wrote(`${folder}/${long}`, '# Long', { helper: 'a helper whose name is long as well' }),
    ...range(12).map((n) => wrote(`${folder}/docs/doc ${n}.md`, `# ${n}`)), ...range(9).map((n) => wrote(`${folder}/src/part${n}.go`, 'package p')),
  ])
  await act(server, 'reportService', 'ReportServiceInput', { conversationId: id, jobId: 'web', name: 'web', port: 4173, state: 'stopped', listenedAt: new Date().toISOString() })
  for (const scheme of ['light', 'dark']) {
    for (const size of ['wide', 'phone']) {
      const { page, errors, close } = await openTab(browser, server.url, { scheme, size })
      const look = async (name) => {
        await page.evaluate(() => Promise.all(document.getAnimations().filter(({ playState }) => playState === 'running').map(({ finished }) => finished.catch(() => {}))))
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        assert.ok(wider <= 0, `${name} is ${wider} px wider than a ${size} window`)
        assert.deepEqual(await violationsOf(page), [], `${name}, ${size}, ${scheme}`)
        await shoot(page, `${name}-${size}-${scheme}`)
      }
      await page.goto(`/conversations/${id}`)
      await card(page, 'doc 12.md').waitFor()
      await look('cards')
      await openList(page)
      await look('list')
      await page.getByRole('textbox', { name: 'Filter the artifacts' }).fill('doc')
      await page.locator('mark').first().waitFor()
      await look('list-filtered')
      await page.goto(`/conversations/${id}/deliverables?text=do`)
      await page.locator('mark').first().waitFor()
      await look('window')
      await page.getByRole('button', { name: 'doc 12.md', exact: true }).click()
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByTestId('history').waitFor()
      await look('view')
      assert.deepEqual(errors, [])
      await close()
    }
  }
})
