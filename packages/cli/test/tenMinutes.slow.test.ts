import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from '@credence/serve/testing'
import { expect, it } from 'vitest'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

it("walks a new user's first ten minutes: server, model, forecast, outcome, page, kill -9, nothing lost", async () => {
  const said = execFileSync('bash', [path('../../../examples/serve/ten-minutes.sh')], {
    encoding: 'utf8',
    env: {
      ...process.env,
      CREDENCE: `node ${path('../bin/credence.js')}`,
      PORT: String(await freePort()),
    },
  })
  expect(said).toContain('killed, started again: nothing lost, nothing learnt twice')
})
