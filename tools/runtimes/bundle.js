import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))
const test = join(root, 'packages/core/test')
const GOLDEN = ['gp', 'conformal', 'opera', 'benchmark']

/** Where the results of a run go: to standard output, to the server of a page, or from a worker to its page. */
const ENDS = {
  program: 'console.log(JSON.stringify(found))',
  page: "await fetch('/found', { method: 'POST', body: JSON.stringify(found) })",
  worker: 'postMessage(found)',
}

/** The golden tests as one module that needs no file, for a runtime of any kind. */
export async function bundleGolden(end, outfile) {
  const tests = GOLDEN.map((name) => `await import('./${name}.golden.test.ts')`).join('\n')
  const contents = `import { runAll } from 'vitest'\n${tests}\nconst found = await runAll()\n${ENDS[end]}`
  await build({
    stdin: { contents, resolveDir: test, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    outfile,
    logLevel: 'error',
    plugins: [{ name: 'stand-ins', setup: standIns }],
  })
}

function standIns(build) {
  build.onResolve({ filter: /^vitest$/ }, () => ({ path: join(root, 'tools/runtimes/vitest.js') }))
  build.onResolve({ filter: /^node:(fs|zlib)$/ }, ({ path }) => ({ path, namespace: 'files' }))
  // What is read from the disk is embedded, unpacked: its place behind `fixtures/` or `data/` names it.
  build.onLoad({ filter: /./, namespace: 'files' }, ({ path }) => ({
    contents:
      path === 'node:zlib'
        ? 'export const gunzipSync = (text) => text'
        : `const files = ${JSON.stringify(files())}
           export const readFileSync = (url) => files[/(?:fixtures|data)\\/(.*)$/.exec(url.pathname)[1]]`,
  }))
}

function files() {
  const fixtures = join(test, 'fixtures')
  const data = join(root, 'packages/datasets/data')
  const kept = GOLDEN.flatMap((folder) => filesIn(join(fixtures, folder)).map((path) => [fixtures, path]))
  const sets = ['boston.csv.gz', 'pima.csv.gz'].map((name) => [data, join(data, name)])
  return Object.fromEntries(
    [...kept, ...sets].map(([from, path]) => [path.slice(from.length + 1), textOf(path)]),
  )
}

function filesIn(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
}

function textOf(path) {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}
