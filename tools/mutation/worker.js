// One warm test runner in a copy of the repository. Told to change a file, it runs the tests that it is told up to the
// first that fails, and says which passed, how long each took, and which failed.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { createVitest } from 'vitest/node'

const root = process.cwd()
let order = []
const place = ({ moduleId }) => order.indexOf(relative(root, moduleId))
class AsTold {
  shard(files) {
    return files
  }
  sort(files) {
    return [...files].sort((a, b) => place(a) - place(b))
  }
}

const vitest = await createVitest('test', {
  root,
  watch: false,
  bail: 1,
  reporters: [
    {
      onTestModuleEnd(module) {
        const test = relative(root, module.moduleId)
        if (module.ok()) process.send({ passed: test, milliseconds: module.diagnostic().duration })
      },
    },
  ],
  maxWorkers: 1,
  fileParallelism: false,
  // While probes are counted every file loads its own modules, so that what runs at loading is counted for each.
  isolate: process.env.PROBES !== undefined,
  testTimeout: 120_000,
  setupFiles: ['./vitest.setup.ts', './vitest.probes.js'],
  sequence: { sequencer: AsTold },
  // It bundles the command line, which none of these tests starts.
  globalSetup: [],
})

/** Runs test files one after the other, up to the first that fails; gives that, or undefined. */
async function firstFailure(tests) {
  order = tests
  const specifications = await vitest.globTestSpecifications(tests)
  if (specifications.length === 0) return `${tests}: there are no such tests`
  // What failed in an earlier run must not end this one.
  vitest.state.filesMap.clear()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const failed = testModules.find((module) => !module.ok() && module.state() !== 'skipped')
  if (failed) return relative(root, failed.moduleId)
  return unhandledErrors.length > 0 ? String(unhandledErrors[0]) : undefined
}

/** What a file says from now on. */
function write(path, text) {
  writeFileSync(path, text)
  vitest.invalidateFile(path)
}

process.on('message', async ({ path, start, end, replacement, tests }) => {
  const text = path && readFileSync(path, 'utf8')
  if (path) write(path, text.slice(0, start) + replacement + text.slice(end))
  const failed = await firstFailure(tests)
  if (path) write(path, text)
  process.send({ failed })
})
process.send({ ready: true })
