import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pino from 'pino'
import { expect, it } from 'vitest'
import { memoryJournal } from './journals/memory.ts'
import { buildModel } from './recipes/buildModel.ts'
import { startServer } from './server/server.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0

it.skipIf(!hasPython)('is asked and taught by the example in Python, sixty days long', async () => {
  const server = await startServer({
    journal: memoryJournal(),
    build: buildModel,
    log: pino({ level: 'silent' }),
    port: 0,
  })
  try {
    const path = fileURLToPath(new URL('../../../examples/serve/client.py', import.meta.url))
    const { stdout } = await promisify(execFile)('python3', [path], {
      env: { ...process.env, CREDENCE_URL: server.url, CREDENCE_TOKEN: '' },
    })
    const [, covered] = /; (\d+) of 60 inside\n$/.exec(stdout) ?? []
    expect(Number(covered)).toBeGreaterThanOrEqual(50)
    const known = await (await fetch(`${server.url}/models/demand/keys/store%2017`)).json()
    expect(known).toMatchObject({ seq: 120, rounds: 60 })
  } finally {
    await server.close()
  }
})
