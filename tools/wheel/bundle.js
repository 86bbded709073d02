// The command line with all it needs as a folder of plain JavaScript, for the Python wheel: no node_modules, no build.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../packages/pack.js'

/** Programs of their own, by their place in `lib/`: the command, and what runs in threads, which is looked for there. */
const PROGRAMS = {
  'app/main': 'cli/dist/main.js',
  'app/contender': 'cli/dist/commands/compare/contender.js',
  'app/keysOfThread': 'cli/dist/commands/forecast/keysOfThread.js',
  'app/rowsOfThread': 'cli/dist/course/rowsOfThread.js',
  'app/worker': 'experiments/dist/worker.js',
  'journals/journalThread': 'serve/dist/journals/journalThread.js',
  'server/trialWorker': 'serve/dist/server/trialWorker.js',
}

/** Files that the programs read, by where they look for them from `lib/app/`. */
const FILES = [
  ['datasets/data', 'lib/data'],
  ['experiments/fonts', 'lib/fonts'],
  ['report/dist/client', 'lib/client'],
  ['web/dist', 'lib/node_modules/@credence/web/dist'],
  ['web/package.json', 'lib/node_modules/@credence/web/package.json'],
]

const BANNER = `import { createRequire as requireFrom } from 'node:module'
const require = requireFrom(import.meta.url)`

/** Writes the folder; what is in dist/ is taken, so build first. */
export async function bundle(target) {
  const packages = join(root, 'packages')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  await build({
    entryPoints: Object.entries(PROGRAMS).map(([out, path]) => ({ in: join(packages, path), out })),
    outdir: join(target, 'lib'),
    chunkNames: 'app/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.13',
    minifyWhitespace: true,
    legalComments: 'linked',
    banner: { js: BANNER },
    // Node has SQLite of its own; pictures as PNG need a native renderer, and do without.
    external: ['libsql', '@resvg/resvg-js'],
    logLevel: 'error',
  })
  for (const [from, to] of FILES) cpSync(join(packages, from), join(target, to), { recursive: true })
  const { version } = JSON.parse(readFileSync(join(packages, 'cli/package.json'), 'utf8'))
  const manifest = JSON.stringify({ name: 'credence-bundle', private: true, type: 'module', version })
  for (const place of ['package.json', 'lib/package.json']) writeFileSync(join(target, place), manifest)
  writeFileSync(
    join(target, 'credence.js'),
    "import { main } from './lib/app/main.js'\n\nprocess.exitCode = await main(process.argv)\n",
  )
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  await bundle(process.argv[2] ?? join(root, 'python/src/credence/_js'))
}
