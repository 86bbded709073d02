// One warm test runner in a copy of the repository: told to change a file and which tests watch it, it says which pass and
// which failed.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { createVitest } from 'vitest/node'

const root = process.cwd()
const vitest = await createVitest('test', {
  root,
  watch: false,
  bail: 1,
  reporters: [{}],
  maxWorkers: 1,
  fileParallelism: false,
  testTimeout: 120_000,
  // It bundles the command line, which none of these tests starts.
  globalSetup: [],
})

/** Runs tests one file after the other, up to the first that fails; gives that, or undefined. */
async function firstFailure(tests) {
  for (const test of tests) {
    const specifications = await vitest.globTestSpecifications([test])
    if (specifications.length === 0) return `${test}: there is no such test`
    // What failed in an earlier run must not end this one.
    vitest.state.filesMap.clear()
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    const failed = testModules.find((module) => !module.ok())
    if (failed || unhandledErrors.length > 0) return relative(root, failed?.moduleId ?? test)
    process.send({ passed: test })
  }
  return undefined
}

process.on('message', async ({ path, start, end, replacement, tests }) => {
  const text = path ? readFileSync(path, 'utf8') : ''
  try {
    if (path) {
      writeFileSync(path, text.slice(0, start) + replacement + text.slice(end))
      vitest.invalidateFile(path)
    }
    process.send({ failed: await firstFailure(tests) })
  } finally {
    if (path) {
      writeFileSync(path, text)
      vitest.invalidateFile(path)
    }
  }
})
process.send({ ready: true })
