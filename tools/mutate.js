// npm run mutate [-- --sample 300 --seed 1 --only engine,auto --minutes 5 --from 0]: how many small changes of the sources
// do the tests notice?
//
// Each mutant is one change of one operator, constant, condition or call in the folders below, drawn at random, so many
// of each folder as its share of all. It is killed if a test of its folder fails, or none ends in time. A first run with
// probes finds which test files reach which mutant: the others cannot notice it and are not run. One warm test runner
// works on a copy of the repository. The share is printed with its 95 % interval (Wilson 1927), and the survivors.
import { fork } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { mutantsOf, withProbes } from './mutation/mutants.js'

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    // A part of the sample: from this one on, for so long.
    from: { type: 'string', default: '0' },
    minutes: { type: 'string', default: '600' },
  },
})

/** What is mutated, and the tests that watch it: how their paths begin. Those that take longest are left out. */
const TARGETS = {
  engine: {
    folders: ['packages/core/src/aggregate'],
    tests: [
      'test/alarms/traces',
      'src/aggregate',
      'test/errors',
      'test/lateness',
      'test/ledger.test',
      'test/save',
      'test/models',
      'test/theorems',
      'test/opera',
    ],
  },
  ledger: {
    folders: ['packages/core/src/ledger'],
    tests: [
      'test/ledger.test',
      'test/alarms/traces',
      'test/shifting',
      'test/ledgerBounds.test',
      'test/save',
      'test/models',
      'src/aggregate',
      'test/theorems',
    ],
  },
  meta: {
    folders: ['packages/core/src/meta'],
    tests: ['test/alarms/traces', 'src/meta', 'test/opera', 'test/shifting', 'test/theorems'],
  },
  conformal: {
    folders: ['packages/core/src/conformal'],
    tests: [
      'test/alarms/traces',
      'src/conformal/methods',
      'src/conformal/memories',
      'test/memories',
      'test/conformal',
      'src/conformal/intervals',
      'src/conformal/local',
      'src/conformal/quantiles',
      'src/conformal/conformal.test',
      'src/conformal/f',
      'src/conformal/h',
      'src/conformal/diagnostics',
      'src/conformal/theorems',
    ],
  },
  save: {
    folders: ['packages/core/src/base/save'],
    tests: ['src/base/save', 'test/save', 'test/models', 'test/alarms/traces'],
  },
  auto: {
    folders: ['packages/core/src/auto', 'packages/core/src/models'],
    tests: [
      'src/models',
      'src/auto/auto.test',
      'src/auto/autoEach',
      'src/auto/asked',
      'src/auto/task',
      'src/auto/zone',
      'src/auto/reasons',
      'src/auto/series',
      'src/auto/stepGuide',
      'test/alarms/traces',
      'test/lateness',
      'test/models',
    ],
  },
  live: {
    folders: ['packages/core/src/live'],
    tests: ['src/live', 'test/lateness', 'test/alarms/traces', 'test/save', 'test/models'],
  },
}
/** The last resort: options nobody knows or that a save must know, saves of a hostile author, and random programs against every promise. */
const LAST = [
  'packages/core/test/options',
  'packages/core/test/descriptions',
  'packages/core/test/alarms/states',
  'packages/core/test/hostileSaves',
  'packages/core/test/fuzz',
  'packages/core/test/foundByFuzzing',
]
/** A mutant with which a test takes so many times as long as without it counts as noticed. */
const PATIENCE = 8
/** Milliseconds that loading the modules of a test may take on a busy machine. */
const LOADING = 20_000

const root = fileURLToPath(new URL('..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'credence-mutants-'))
for (const name of [
  'packages',
  'package.json',
  'test',
  'vitest.config.ts',
  'vitest.setup.ts',
  'tsconfig.base.json',
  'README.md',
  'docs',
  'examples',
]) {
  if (existsSync(join(root, name)))
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (from) => !/node_modules|\/dist(\/|$)/.test(from),
    })
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
cpSync(join(root, 'tools/mutation/probes.js'), join(copy, 'vitest.probes.js'))

let state = Number(values.seed) >>> 0
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 4294967296
}

/** Some of a list, drawn without replacement. */
function draw(list, count) {
  const rest = [...list]
  return Array.from(
    { length: Math.min(count, list.length) },
    () => rest.splice(Math.floor(random() * rest.length), 1)[0],
  )
}

const wanted = values.only ? values.only.split(',') : Object.keys(TARGETS)
const strata = wanted.map((name) => {
  const { folders, tests } = TARGETS[name]
  const files = folders.flatMap((folder) =>
    readdirSync(join(copy, folder), { recursive: true }).map((file) => join(copy, folder, String(file))),
  )
  const sources = files.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  const mutants = sources.flatMap((path) => mutantsOf(path, readFileSync(path, 'utf8')))
  return mutants.map((mutant) => ({ ...mutant, name, tests: tests.map((test) => `packages/core/${test}`) }))
})
const total = strata.reduce((sum, mutants) => sum + mutants.length, 0)
const drawn = strata.flatMap((mutants) =>
  draw(mutants, Math.round((Number(values.sample) * mutants.length) / total)),
)
const chosen = draw(drawn, drawn.length)

const texts = new Map(chosen.map(({ path }) => [path, readFileSync(path, 'utf8')]))
const counts = new Map()
const survivors = []
let at = Number(values.from)
let worker
const start = (extra = {}) =>
  new Promise((resolve) => {
    worker = fork(join(root, 'tools/mutation/worker.js'), {
      cwd: copy,
      detached: true,
      env: { ...process.env, FC_RUNS: '30', ...extra },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    worker.once('message', resolve)
  })
// With all that it started.
const stop = () => process.kill(-worker.pid, 'SIGKILL')

/** How long each test file takes without a mutant, in milliseconds. */
const took = new Map()

/** The test file that failed, or that did not end in time with a mutant; undefined if all passed. */
async function verdict(mutant) {
  let next = 0
  let passed = 0
  let timer
  const answer = new Promise((resolve) => {
    const wait = () => {
      clearTimeout(timer)
      const test = mutant.tests[next]
      const usual = took.get(test)
      if (usual !== undefined) timer = setTimeout(() => resolve({ late: test }), PATIENCE * usual + LOADING)
    }
    worker.on('message', (said) => {
      if (!said.passed) return resolve(said)
      passed++
      if (!mutant.path) took.set(said.passed, said.milliseconds)
      next = mutant.tests.indexOf(said.passed) + 1
      wait()
    })
    wait()
    worker.send(mutant)
  })
  const { failed, late } = await answer
  clearTimeout(timer)
  worker.removeAllListeners('message')
  if (!late && !failed && mutant.path && passed < mutant.tests.length)
    throw new Error(`only ${passed} of ${mutant.tests.length} files were run`)
  if (!late) return failed
  stop()
  writeFileSync(mutant.path, texts.get(mutant.path))
  await start()
  return `${late} did not end in time`
}

/** Runs all tests once with a probe where each mutant would be: for each test file, the numbers of those it reaches. */
async function reachedBy(patterns) {
  for (const [path, text] of texts) {
    const numbered = chosen.flatMap((mutant, number) => (mutant.path === path ? [{ ...mutant, number }] : []))
    writeFileSync(path, withProbes(text, numbered))
  }
  const folder = mkdtempSync(join(tmpdir(), 'credence-probes-'))
  await start({ PROBES: folder, MUTANTS: String(chosen.length) })
  // A mutant is killed by a test that passes without it.
  const failed = await verdict({ tests: patterns })
  if (failed) throw new Error(`fails as it is: ${failed}`)
  stop()
  for (const [path, text] of texts) writeFileSync(path, text)
  const reached = new Map()
  for (const name of readdirSync(folder)) {
    const { test, numbers } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    reached.set(relative(copy, test), new Set(numbers))
  }
  rmSync(folder, { recursive: true })
  await start()
  return reached
}

/** 95 % interval of a share. */
function wilson(hits, n) {
  const z = 1.959963984540054
  const centre = (hits + (z * z) / 2) / (n + z * z)
  const width = (z * Math.sqrt((hits * (n - hits)) / n + (z * z) / 4)) / (n + z * z)
  return [centre - width, centre + width].map((share) => (100 * share).toFixed(1))
}

/** What was seen so far. */
function finish() {
  stop()
  rmSync(copy, { recursive: true })
  for (const [name, { killed, of }] of counts) console.log(`${name}: ${killed} of ${of}`)
  const of = [...counts.values()].reduce((sum, count) => sum + count.of, 0)
  const killed = of - survivors.length
  const [least, most] = wilson(killed, of)
  console.log(
    `${killed} of ${of} killed: ${((100 * killed) / of).toFixed(1)} % (${least} … ${most}), up to mutant ${at}`,
  )
  for (const survivor of survivors) console.log(`  ${survivor}`)
  process.exit()
}

const watched = [...new Set(chosen.flatMap(({ tests }) => [...tests, ...LAST]))]
const reached = await reachedBy(watched)
for (const [test, milliseconds] of took) console.log(`${test}: ${(milliseconds / 1000).toFixed(1)} s`)
console.log(`${chosen.length} mutants of ${total}; the tests pass without any`)
/** How many mutants each test file was shown, and how many it noticed. */
const seen = new Map([...reached.keys()].map((test) => [test, { shown: 0, noticed: 0 }]))
/** Time that a file takes for each mutant that it notices, from what was seen so far. */
const price = (test) => {
  const { shown, noticed } = seen.get(test)
  return (took.get(test) * (shown + 1)) / (noticed + 0.5)
}
/** The files among some patterns that reach a mutant, those that notice most for their time first. */
const testsOf = (number, patterns) =>
  [...reached.keys()]
    .filter((test) => reached.get(test).has(number) && patterns.some((pattern) => test.startsWith(pattern)))
    .sort((a, b) => price(a) - price(b))
const end = Date.now() + 60_000 * Number(values.minutes)
process.on('SIGTERM', finish)
process.on('SIGINT', finish)
for (; at < chosen.length && Date.now() < end; at++) {
  const mutant = chosen[at]
  const { path, start: from, end: to, replacement, name, tests } = mutant
  const text = texts.get(path)
  const watching = testsOf(at, [...tests, ...LAST])
  const failed = watching.length > 0 ? await verdict({ ...mutant, tests: watching }) : undefined
  const last = watching.findIndex((test) => failed?.startsWith(test))
  for (const test of last < 0 ? watching : watching.slice(0, last + 1)) seen.get(test).shown++
  if (last >= 0) seen.get(watching[last]).noticed++
  const line = text.slice(0, from).split('\n').length
  const what = `${relative(copy, path)}:${line}: ${text.slice(from, to).slice(0, 60).replaceAll('\n', ' ')} → ${replacement}`
  const count = counts.get(name) ?? { killed: 0, of: 0 }
  counts.set(name, { killed: count.killed + (failed ? 1 : 0), of: count.of + 1 })
  if (!failed) survivors.push(what)
  console.log(
    `${at} ${failed ? 'killed' : 'SURVIVED'} ${what}${failed ? ` (${failed})` : `, past ${watching.length} files`}`,
  )
}
finish()
