/**
 * Draws the pages that docs show: `npm run pictures`, or with names, `npm run pictures -- report live`.
 *
 * Data are made up with a seed. Each page is shown in light, dark and on a phone. Playground and site are taken from
 * what was built before: `npm run docs`, and the build of the playground.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { chromiumArgs, chromiumPath } from './chromium.js'
import { demand, letters, stores } from './pictures/data.js'
import { startLive } from './pictures/live.js'
import { serveFolder } from './serveFolder.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const images = join(root, 'docs', 'images')
const command = join(root, 'packages', 'cli', 'bin', 'credence.js')
const folder = mkdtempSync(join(tmpdir(), 'credence-pictures-'))
const credence = (...args) =>
  execFileSync(process.execPath, [command, ...args], { cwd: folder, stdio: 'ignore' })

/** A page that a command of the shell writes, from a file of this name. */
function written(file, rows, ...args) {
  writeFileSync(join(folder, file), rows)
  credence(args[0], file, ...args.slice(1), '-o', 'rows.csv', '--quiet', '--report', 'page.html')
  return { url: `file://${join(folder, 'page.html')}`, stop() {} }
}

async function built(path) {
  if (!existsSync(join(root, path))) throw new Error(`${path} is not there: build it first`)
  const { url, close } = await serveFolder(join(root, path))
  return { url, stop: close }
}

const PAGES = {
  report: () => written('demand.csv', demand(), 'run', '--target', 'demand'),
  classes: () => written('letters.csv', letters(), 'run', '--target', 'topic'),
  series: () => written('stores.csv', stores(), 'run', '--target', 'sales', '--by', 'store'),
  forecast: () => written('demand.csv', demand(), 'forecast', '--target', 'demand', '--steps', '14'),
  'forecast-series': () =>
    written('stores.csv', stores(), 'forecast', '--target', 'sales', '--by', 'store', '--steps', '14'),
  comparison: () => {
    credence('compare', 'auto', 'svb-ea', 'gp-ea', 'boston', '--standardize', '--report', 'page.html')
    return { url: `file://${join(folder, 'page.html')}`, stop() {} }
  },
  reproduction: () => {
    credence('reproduce', '--quick', 'uncertainty', '--out', 'out')
    return { url: `file://${join(folder, 'out', 'uncertainty', 'index.html')}`, stop() {} }
  },
  live: () => startLive(command, join(folder, 'live')),
  playground: () => built('examples/playground/dist'),
  site: () => built('out/docs'),
}

/** Where a page has more than one view: what comes after its address, by the name of the picture. */
const VIEWS = { live: { serve: '#/orders', 'serve-series': '#/orders/Luzern' } }

const SIZES = {
  light: { width: 1280, height: 900, colorScheme: 'light', most: 2400 },
  dark: { width: 1280, height: 900, colorScheme: 'dark', most: 1500 },
  phone: { width: 390, height: 844, colorScheme: 'light', most: 2000 },
}

/** The typeface that the style names first: pictures look the same on every machine. */
function typeface() {
  const fonts = join(root, 'node_modules/vitepress/dist/client/theme-default/fonts')
  const face = (part, range) =>
    `@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${readFileSync(join(fonts, `inter-roman-${part}.woff2`)).toString('base64')}) format("woff2"); unicode-range: ${range}; }`
  return `${face('latin', 'U+0000-00FF, U+2000-206F, U+2212')} ${face('latin-ext', 'U+0100-02BA, U+1E00-1E9F')}`
}

async function shoot(browser, name, url) {
  for (const [size, { width, height, colorScheme, most }] of Object.entries(SIZES)) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, bypassCSP: true })
    const page = await context.newPage()
    await page.goto(url)
    await page.addStyleTag({ content: typeface() })
    if (name === 'serve') await page.waitForSelector('.card svg path', { timeout: 20_000 }).catch(() => {})
    await page.waitForTimeout(1500)
    const tall = Math.min(most, await page.evaluate('document.documentElement.scrollHeight'))
    await page.setViewportSize({ width, height: tall })
    await page.waitForTimeout(500)
    await page.screenshot({ path: join(images, `${name}-${size}.png`) })
    await context.close()
  }
}

const names = process.argv.slice(2)
const wanted = names.length > 0 ? names : Object.keys(PAGES)
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs })
try {
  for (const name of wanted) {
    const { url, stop } = await PAGES[name]()
    try {
      for (const [picture, view] of Object.entries(VIEWS[name] ?? { [name]: '' }))
        await shoot(browser, picture, `${url}${view ? `/${view}` : ''}`)
      console.log(name)
    } finally {
      stop()
    }
  }
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
