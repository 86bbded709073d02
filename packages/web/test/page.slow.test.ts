import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@credence/client'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const chrome = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)
const command = fileURLToPath(new URL('../../cli/bin/credence.js', import.meta.url))
const url = 'http://127.0.0.1:8719'
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

// What a browser says of a server that is away is not a mistake of the page.
const AWAY = /ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|ERR_NETWORK|ERR_SOCKET/

describe.skipIf(!chrome)('the page in Chromium, with live traffic', () => {
  const directory = mkdtempSync(join(tmpdir(), 'credence-page-'))
  const client = new Client({ url, retries: 100 })
  const said: string[] = []
  let server: ChildProcess
  let browser: Browser
  let page: Page
  let going = true
  let traffic: Promise<void>

  const start = async (): Promise<void> => {
    const args = [command, 'serve', '--port', '8719', '--data', directory, '--log-level', 'silent']
    server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok) await pause(50)
  }
  const drive = async (): Promise<void> => {
    const start = Date.now()
    for (let n = 0; going; n++) {
      const keys = Array.from({ length: 10 }, (_, i) => `store-${i}`)
      const noise = (i: number): number => (i === 3 && n > 40 ? 20 : 0.2) * Math.sin(n * n + i)
      await client.events(
        keys.map((key, i) => ({
          model: 'demand',
          key,
          op: 'observe',
          at: new Date(start + 1000 * n).toISOString(),
          y: Math.sin(n / 9 + i) + noise(i),
        })),
      )
      await pause(20)
    }
  }
  const shown = async (): Promise<{ first: number; last: number; shown: number }> =>
    page.locator('article').evaluate((element) => {
      const { first, last, shown } = (element as unknown as { dataset: Record<string, string> }).dataset
      return { first: Number(first), last: Number(last), shown: Number(shown) }
    })

  beforeAll(async () => {
    await start()
    await client.putModel('demand', {
      task: 'regression',
      features: ['lag1', 'lag2'],
      experts: [{ kind: 'conjugate', noise: [0.2, 1], priorVariance: [1] }],
      loss: 'log-density',
    })
    traffic = drive()
    browser = await chromium.launch({ executablePath: chrome as string, args: ['--no-sandbox'] })
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
    page.on('console', (message) => {
      if (message.type() === 'error' && !AWAY.test(message.text())) said.push(message.text())
    })
    page.on('pageerror', (error) => said.push(error.message))
    await page.goto(`${url}/#/demand/store-1`)
  })

  afterAll(async () => {
    going = false
    await traffic
    await browser?.close()
    server?.kill('SIGKILL')
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  })

  it('shows rounds as they come', async () => {
    await expect.poll(async () => (await shown()).shown, { timeout: 30_000 }).toBeGreaterThan(20)
    const before = (await shown()).last
    await expect.poll(async () => (await shown()).last, { timeout: 30_000 }).toBeGreaterThan(before + 5)
  })

  it('draws a round once, and no more often than the screen shows', async () => {
    const { frames, drawn, seconds, worst } = await page.evaluate(async () => {
      const article = document.querySelector('article') as HTMLElement
      const before = Number(article.dataset.frame)
      const start = performance.now()
      let [frames, worst, last] = [0, 0, start]
      while (last < start + 3000) {
        await new Promise(requestAnimationFrame)
        const now = performance.now()
        worst = Math.max(worst, now - last)
        last = now
        frames++
      }
      return {
        frames,
        drawn: Number(article.dataset.frame) - before,
        seconds: (last - start) / 1000,
        worst,
      }
    })
    console.log(
      `${(frames / seconds).toFixed(1)} frames a second, the longest ${worst.toFixed(0)} ms, ${drawn} drawn`,
    )
    expect(drawn).toBeGreaterThan(0)
    expect(drawn).toBeLessThanOrEqual(frames + 1)
  })

  it('goes on after the server was killed, and shows every round once', async () => {
    const before = (await shown()).last
    server.kill('SIGKILL')
    await expect
      .poll(() => page.locator('.live').textContent(), { timeout: 30_000 })
      .toContain('reconnecting')
    await start()
    await expect.poll(async () => (await shown()).last, { timeout: 60_000 }).toBeGreaterThan(before + 20)
    await expect.poll(() => page.locator('.live').textContent(), { timeout: 30_000 }).toBe('live')
    const { first, last, shown: count } = await shown()
    expect(count).toBe(last - first + 1)
  })

  it('puts the worst series first and says why', async () => {
    await expect
      .poll(() => page.locator('.series li .name').first().textContent(), { timeout: 60_000 })
      .toBe('store-3')
    await page.locator('.series li a').first().click()
    await expect
      .poll(() => page.locator('.alerts').textContent(), { timeout: 30_000 })
      .toMatch(/in a row|coverage is/)
  })

  it('shows as many rounds as are asked for, both charts over the same time', async () => {
    await page.goto(`${url}/#/demand/store-1`)
    const ticks = (nth: number): Promise<string[]> =>
      page
        .locator('section .chart')
        .nth(nth)
        .evaluate((element) =>
          [...element.querySelectorAll('text[text-anchor="middle"]')].map(
            (text) => `${text.textContent} ${text.getAttribute('x')}`,
          ),
        )
    await page.getByRole('button', { name: '150 rounds' }).click()
    expect(await page.getByRole('button', { name: '150 rounds' }).getAttribute('aria-pressed')).toBe('true')
    await expect
      .poll(async () => (await ticks(0)).join() === (await ticks(1)).join(), { timeout: 30_000 })
      .toBe(true)
    expect((await ticks(0)).length).toBeGreaterThan(1)
  })

  it('lists series in the order of the cards, and says on a card what is wrong', async () => {
    await page.goto(`${url}/#/demand`)
    await expect
      .poll(() => page.locator('.card.bad .why').first().textContent(), { timeout: 30_000 })
      .toMatch(/▲ .*(in a row|coverage is|grew|higher|lower|wide|outside)/)
    const names = (of: string): Promise<string[]> => page.locator(of).allTextContents()
    await expect
      .poll(async () => (await names('.series li .name')).join() === (await names('.card .name')).join(), {
        timeout: 30_000,
      })
      .toBe(true)
  })

  it('lists them in the same order where the page of a series is opened first', async () => {
    const names = (of: Page): Promise<string[]> => of.locator('.series li .name').allTextContents()
    const inOrder = await names(page)
    const other = await browser.newPage({ viewport: { width: 1200, height: 900 } })
    try {
      await other.goto(`${url}/#/demand/store-5`)
      // Traffic goes on, and so does the order: what counts is that names alone do not make it.
      await expect.poll(async () => (await names(other)).length, { timeout: 30_000 }).toBe(inOrder.length)
      await expect
        .poll(async () => (await names(other)).join() === (await names(page)).join(), { timeout: 60_000 })
        .toBe(true)
    } finally {
      await other.close()
    }
  })

  it('says which column matters, and nothing of it where a model has none', async () => {
    await client.putModel('shop', { task: 'auto' })
    const rows = Array.from({ length: 60 }, (_, n) => {
      const [promotion, rain] = [Math.sin(7.1 * n * n), Math.sin(3.3 * n * n)]
      return { model: 'shop', key: 'a', op: 'learn' as const, input: { promotion, rain }, y: 9 * promotion }
    })
    await client.events(rows)
    const other = await browser.newPage({ viewport: { width: 1200, height: 900 } })
    try {
      await other.goto(`${url}/#/shop/a`)
      const heading = other.locator('h2', { hasText: 'mattered most' })
      await expect.poll(() => heading.allTextContents(), { timeout: 30_000 }).toHaveLength(1)
      expect(await heading.textContent()).toMatch(/^“promotion” mattered most: \d+\u202f% of what moved/)
      expect(await other.locator('section', { has: heading }).locator('svg').textContent()).toContain('rain')
      const answered = other.waitForResponse(/store-1\/reasons/)
      await other.goto(`${url}/#/demand/store-1`)
      expect((await answered).status()).toBe(200)
      await other.waitForSelector('main .chart svg')
      expect(await heading.count()).toBe(0)
    } finally {
      await other.close()
    }
  })

  it.each([
    ['light', 1200, ''],
    ['light', 1200, '/store-3'],
    ['light', 1200, '/!recipe'],
    ['dark', 1200, ''],
    ['dark', 1200, '/store-3'],
    ['light', 390, ''],
    ['light', 390, '/store-3'],
  ] as const)(
    'has nothing serious that axe-core would find, and fits: %s, %d px, demand%s',
    async (scheme, width, place) => {
      const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme: scheme })
      try {
        const other = await context.newPage()
        await other.goto(`${url}/#/demand${place}`)
        await other.waitForSelector(place === '/!recipe' ? 'textarea' : 'main .chart svg')
        await other.evaluate(
          readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
        )
        const found = await other.evaluate(`axe.run().then(({ violations }) =>
        violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' ')))`)
        expect(found).toEqual([])
        expect(await other.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      } finally {
        await context.close()
      }
    },
  )

  it('is moved by keys: search, next, light and dark', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('store-7')
    await expect.poll(() => page.locator('.series li').count(), { timeout: 30_000 }).toBe(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await expect.poll(() => page.locator('h1').textContent(), { timeout: 30_000 }).toBe('store-7')
    const theme = (): Promise<string | null> => page.locator('html').getAttribute('data-theme')
    const before = await theme()
    await page.keyboard.press('t')
    expect(await theme()).not.toBe(before)
  })

  it('completes a recipe by its schema, tries it on rows, and keeps it in the shadow', async () => {
    await page.keyboard.press('e')
    const area = page.locator('textarea')
    await area.fill('{"task": "regression", "features": ["x"], "experts": [{"kind": "conj')
    await area.press('End')
    await expect
      .poll(() => page.locator('.offered').textContent(), { timeout: 30_000 })
      .toContain('conjugate')
    await area.press('Tab')
    expect(await area.inputValue()).toContain('"kind": "conjugate')
    await area.fill(
      '{"task":"regression","features":["lag1","lag2"],"experts":[{"kind":"svb","scale":[0.1,1]}]}',
    )
    const rows = Array.from({ length: 60 }, (_, t) => `${Math.sin(t)},${Math.cos(t)},${Math.sin(t + 1)}`)
    await page.locator('input[type=file]').setInputFiles({
      name: 'rows.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`lag1,lag2,y\n${rows.join('\n')}\n`),
    })
    await expect
      .poll(() => page.locator('article').textContent(), { timeout: 30_000 })
      .toContain('60 of 60 rows')
    await page.getByText('keep as a version in the shadow').click()
    await expect
      .poll(() => page.locator('.versions').textContent(), { timeout: 30_000 })
      .toContain('version 2 learns in the shadow')
  })

  it('has nothing to complain of', () => {
    expect(said).toEqual([])
  })
})
