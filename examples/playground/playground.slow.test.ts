import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseRecipe } from '@credence/recipe'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumArgs, chromiumPath } from '../../tools/chromium.js'
import { serveFolder } from '../../tools/serveFolder.js'

if (!chromiumPath)
  console.log('the playground is not tried in a browser: no Chromium here (CHROMIUM names one)')

describe.skipIf(!chromiumPath)('the playground in Chromium', () => {
  const said: string[] = []
  const asked: string[] = []
  let server: Awaited<ReturnType<typeof serveFolder>>
  let browser: Browser
  let page: Page

  const last = async (): Promise<number> =>
    Number(await page.locator('[data-last]').getAttribute('data-last'))
  const figures = (): Promise<string> => page.locator('.figures').innerText()
  const at = (round: number): Promise<void> => expect.poll(last, { timeout: 60_000 }).toBe(round)
  const open = async (hash: string): Promise<void> => {
    await page.goto('about:blank')
    await page.goto(`${server.url}${hash}`)
  }

  beforeAll(async () => {
    const here = fileURLToPath(new URL('.', import.meta.url))
    execFileSync('npx', ['vite', 'build', '--logLevel', 'warn'], { cwd: here })
    server = await serveFolder(`${here}dist`)
    browser = await chromium.launch({ executablePath: chromiumPath as string, args: chromiumArgs })
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    page = await context.newPage()
    page.setDefaultTimeout(10_000)
    page.on('console', (message) => void (message.type() === 'error' && said.push(message.text())))
    page.on('pageerror', (error) => said.push(error.message))
    page.on('request', (request) => void asked.push(request.url()))
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  it('plays by itself, and shows every round once', async () => {
    await open('')
    await expect.poll(last, { timeout: 60_000 }).toBeGreaterThan(100)
    expect(await figures()).toMatch(/of 3,000/)
  })

  it('pauses, steps, and goes on, by keys', async () => {
    await page.keyboard.press('Space')
    const before = await last()
    await page.keyboard.press('ArrowRight')
    await at(before + 1)
    await page.keyboard.press('Shift+ArrowRight')
    await at(before + 51)
    expect(page.url()).toContain(`at=${before + 51}`)
    await page.keyboard.press('Space')
    await expect.poll(last).toBeGreaterThan(before + 60)
  })

  it('shows by its link what was seen', async () => {
    await open('#stream=shift&share=0.01&seed=3&at=700')
    await at(700)
    const [seen, link] = [await figures(), page.url()]
    expect(link).toContain('at=700')
    await open(link.slice(server.url.length))
    await at(700)
    expect(await figures()).toBe(seen)
  })

  it('says the numbers of the round under the cursor', async () => {
    const read = (): Promise<string> => page.locator('.read').first().innerText()
    const before = await read()
    expect(before).toMatch(/round [\d,]+\s+outcome .*forecast/s)
    await page
      .locator('.pointed-at')
      .first()
      .hover({ position: { x: 100, y: 50 } })
    await expect.poll(read).not.toBe(before)
    expect(await read()).toMatch(/round [\d,]+/)
  })

  it.each([
    ['score', 'annealed'],
    ['meta-learner', 'boa'],
    ['coverage', '0.8'],
  ])('learns anew when %s becomes %s', async (label, value) => {
    await page.locator(`select[name="${label}"]`).selectOption(value)
    await expect.poll(last, { timeout: 60_000 }).toBeGreaterThan(50)
    expect(await page.locator('[role=alert]').count()).toBe(0)
  })

  it('takes a CSV that is pasted, and one that is dropped as a file', async () => {
    await open('#stream=csv&speed=1000')
    const rows = Array.from(
      { length: 80 },
      (_, t) => `2026-01-${1 + (t % 28)},${t % 3 ? 'a' : 'b'},${Math.sin(t)}`,
    )
    await page
      .locator('textarea')
      .first()
      .fill(`day,kind,y\n${rows.join('\n')}\n`)
    await page.locator('textarea').first().blur()
    await at(80)
    expect(page.url()).toContain('csv=')
    const numbers = Array.from({ length: 120 }, (_, t) => `${t / 10},${Math.cos(t / 9)}`)
    await page.locator('input[type=file]').setInputFiles({
      name: 'rows.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`x,y\n${numbers.join('\n')}\n`),
    })
    await at(120)
    const link = page.url()
    await open(link.slice(server.url.length))
    await at(120)
  })

  it('says in words what is wrong with data', async () => {
    await page.locator('select[name=learner]').selectOption('conformal')
    await expect.poll(() => page.locator('[role=alert]').textContent()).toMatch(/forecast/)
  })

  it('gives a recipe to copy that the command line would take', async () => {
    await open('#at=30')
    await at(30)
    await page.locator('#copy-recipe').click()
    const copied = await page.evaluate('navigator.clipboard.readText()')
    expect(parseRecipe(JSON.parse(copied as string)).task).toBe('regression')
  })

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('has nothing serious that axe-core would find, %s, %i wide', async (scheme, width) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme: scheme })
    await open('#at=60')
    await at(60)
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
    const found = await page.evaluate(`axe.run().then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 90)).join(' | ')))`)
    expect(found).toEqual([])
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(overflow).toBeLessThanOrEqual(0)
  })

  it('asks for nothing but its own files, and has nothing to complain of', () => {
    const foreign = asked.filter((url) => !url.startsWith(server.url) && !/^(about|blob|data):/.test(url))
    expect(foreign).toEqual([])
    expect(said).toEqual([])
  })
})
