// Before each test file: where probes write. After it: which of them were reached, in a file of their own.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'

const folder = process.env.PROBES
if (folder) {
  globalThis.reached = new Uint8Array(Number(process.env.MUTANTS))
  afterAll(() => {
    const numbers = [...globalThis.reached.keys()].filter((number) => globalThis.reached[number] === 1)
    writeFileSync(join(folder, randomUUID()), JSON.stringify({ test: expect.getState().testPath, numbers }))
  })
}
