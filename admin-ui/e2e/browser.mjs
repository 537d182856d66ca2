// Drives Chromium with playwright-core. Screenshots go to shots/, which git ignores.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { key } from './server.mjs'

const shots = join(import.meta.dirname, 'shots')
const args = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
]

export function openBrowser() {
  mkdirSync(shots, { recursive: true })
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args })
}

/** Opens a new tab. `errors` collects the errors of the page. */
export async function openTab(browser, url, { scheme = 'light', size = 'wide', signedIn = true, locale = 'en-US', timezoneId } = {}) {
  const viewport = size === 'phone' ? { width: 390, height: 844 } : { width: 1440, height: 900 }
  const context = await browser.newContext({ viewport, colorScheme: scheme, locale, timezoneId, baseURL: url, hasTouch: size === 'phone' })
  if (signedIn) await context.addInitScript((value) => sessionStorage.setItem('vitrine.key', value), key)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const errors = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  return { page, errors, close: () => context.close() }
}

export function shoot(page, name) {
  return page.screenshot({ path: join(shots, `${name}.png`) })
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns the accessibility violations of the page, by WCAG levels A and AA. */
export async function violationsOf(page) {
  await page.evaluate(axe)
  // Excluded: GraphiQL nests the close button of a tab inside the tab, which only GraphiQL can fix.
  const { violations } = await page.evaluate(() => globalThis.axe.run({ exclude: ['.graphiql-tab'] }, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] }))
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** Opens GraphiQL and waits for its editors. */
export async function openGraphiQL(page) {
  await page.goto('/graphiql')
  for (const name of ['Operation Editor', 'Result Window']) await page.getByRole('region', { name }).locator('.view-line').first().waitFor()
}

/** Replaces the text of GraphiQL's editor. */
export async function writeQuery(page, text) {
  await page.getByRole('region', { name: 'Operation Editor' }).locator('.monaco-editor textarea').first().focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

/** Drops a file on the page as a person would. */
export async function drop(page, name, mime, text) {
  const transfer = await page.evaluateHandle(
    ([name, mime, text]) => {
      const data = new DataTransfer()
      data.items.add(new File([text], name, { type: mime }))
      return data
    },
    [name, mime, text],
  )
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer })
  const zone = page.getByText('Drop to upload')
  await zone.waitFor()
  await zone.dispatchEvent('drop', { dataTransfer: transfer })
}
