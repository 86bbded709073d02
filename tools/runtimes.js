// node tools/runtimes.js [--write]: the golden tests of core in every runtime that is here or on npm; --write keeps the table in docs/runtimes.md.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browsers, runInBrowser, versionOf } from './runtimes/browsers.js'
import { bundleGolden } from './runtimes/bundle.js'
import { installed, node } from './runtimes/install.js'

const folder = mkdtempSync(join(tmpdir(), 'credence-runtimes-'))
const files = Object.fromEntries(
  ['program', 'page', 'worker'].map((end) => [end, join(folder, `${end}.mjs`)]),
)
for (const [end, file] of Object.entries(files)) await bundleGolden(end, file)

/** A worker of Node: what a page's worker is elsewhere. */
const nodeWorker = join(folder, 'nodeWorker.mjs')
writeFileSync(
  nodeWorker,
  `import { isMainThread, parentPort, Worker } from 'node:worker_threads'
   if (isMainThread) new Worker(new URL(import.meta.url)).on('message', (found) => console.log(JSON.stringify(found)))
   else {
     globalThis.postMessage = (found) => parentPort.postMessage(found)
     await import(${JSON.stringify(files.worker)})
   }`,
)

const programs = [
  ['Node.js', process.execPath, [files.program]],
  ...[22, 24, 26].map((major) => [`Node.js ${major}`, node(major), [files.program]]),
  ['Node.js, a worker thread', process.execPath, [nodeWorker]],
  ['Deno', installed('deno', 'latest', 'deno/bin.cjs'), ['run', '--quiet', files.program]],
  ['Bun', installed('bun', 'latest', 'bun/bin/bun.exe'), [files.program]],
]

const rows = []
function told(name, version, { tests, failed, failures }) {
  rows.push([name, version, `${tests - failed} of ${tests}`, failed === 0 && tests > 0 ? 'yes' : 'no'])
  console.log(`${name} ${version}: ${tests - failed} of ${tests} golden tests pass`)
  for (const failure of failures) console.log(`  ${failure}`)
}
function skipped(name, why) {
  rows.push([name, '', '', `skipped: ${why}`])
  console.log(`${name}: skipped, ${why}`)
}

for (const [name, program, args] of programs) {
  if (!program) {
    skipped(name.replace(/ \d+$/, ''), 'it could not be installed from npm')
    continue
  }
  try {
    const out = execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1e8, timeout: 300_000 })
    told(name.replace(/ \d+$/, ''), versionOf(program), JSON.parse(out.trim().split('\n').at(-1)))
  } catch (error) {
    told(name, '', { tests: 0, failed: 1, failures: [error.message.split('\n')[0]] })
  }
}
for (const [name, browser] of Object.entries(browsers)) {
  if (!browser.path) {
    skipped(name, 'it is not on this machine')
    continue
  }
  const version = versionOf(browser.path)
  told(name, version, await runInBrowser(browser, { page: files.page }))
  told(`${name}, a web worker`, version, await runInBrowser(browser, { worker: files.worker }))
}
rmSync(folder, { recursive: true })

if (process.argv.includes('--write')) {
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  const page = new URL('../docs/runtimes.md', import.meta.url)
  writeFileSync(page, pageOf(table))
}
process.exitCode = rows.some((row) => row[3] === 'no') ? 1 : 0

function pageOf(table) {
  return `# Runtimes

Core uses web standards only and has no dependencies. Every golden test of core (traces of Gaussian processes, conformal methods, opera's rules and the linear rules, made by other programs) runs in each of these, to the same tolerances. The table is written by \`npm run runtimes -- --write\`; what is absent is skipped with a word.

| runtime | version | golden tests that pass | all |
|---|---|---|---|
${table}

Linux, x64; ${new Date().toISOString().slice(0, 10)}. Node.js, Deno and Bun come from npm, outside the lock file; browsers are those of the machine (\`CHROMIUM\` and \`FIREFOX\` name others). Whether states are the same bit for bit on Node.js 20, 22, 24 and 26 is another test: \`npm run engines\`.
`
}
