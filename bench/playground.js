import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../tools/chromium.js'
import { serveFolder } from '../tools/serveFolder.js'

/**
 * The playground in a real Chromium, without a graphics card: frames a second while 1,000 rounds a second are asked for,
 * rounds a second that came, and the longest wait between two frames.
 */
const SECONDS = 6
const CASES = {
  'Gaussian processes, K = 18': 'length=30000',
  auto: 'learner=auto&length=30000',
  'linear, exact, K = 12': 'learner=conjugate&length=30000',
  'intervals, K = 8': 'stream=shift&length=30000',
}

if (!chromiumPath) {
  console.log('no Chromium here: set CHROMIUM to one')
  process.exit(0)
}
const folder = fileURLToPath(new URL('../examples/playground/', import.meta.url))
spawnSync('npx', ['vite', 'build', '--logLevel', 'warn'], { cwd: folder, stdio: 'inherit' })
const server = await serveFolder(`${folder}dist`)
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs })

/** Runs in the page. */
function watch(seconds) {
  const round = () => Number(document.querySelector('[data-last]').dataset.last)
  return new Promise((resolve) => {
    const [start, first] = [performance.now(), round()]
    let [frames, before, longest] = [0, start, 0]
    const tick = (now) => {
      longest = Math.max(longest, now - before)
      before = now
      frames++
      const passed = (performance.now() - start) / 1000
      if (passed < seconds) requestAnimationFrame(tick)
      else resolve({ frames: frames / passed, rounds: (round() - first) / passed, longest })
    }
    requestAnimationFrame(tick)
  })
}

for (const [name, hash] of Object.entries(CASES)) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${server.url}#${hash}&speed=1000`)
  await page.waitForFunction('Number(document.querySelector("[data-last]")?.dataset.last) > 1000')
  const { frames, rounds, longest } = await page.evaluate(watch, SECONDS)
  console.log(
    `${name.padEnd(28)} ${frames.toFixed(1)} frames/s ${rounds.toFixed(0).padStart(6)} rounds/s, longest frame ${longest.toFixed(0)} ms`,
  )
  await page.close()
}
await browser.close()
server.close()
