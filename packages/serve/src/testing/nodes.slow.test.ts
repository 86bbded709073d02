import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** Other versions of Node, as paths with colons between them. */
const nodes = (process.env.CREDENCE_NODES ?? '').split(':').filter((path) => path !== '')
const script = fileURLToPath(new URL('../../dist/testing/stateDigest.js', import.meta.url))
const digests = (node: string): string => execFileSync(node, [script], { encoding: 'utf8' })

it.skipIf(nodes.length === 0)('makes the same states, byte for byte, on every version of Node', () => {
  const own = digests(process.execPath)
  expect(own.split('\n').length).toBeGreaterThan(8)
  for (const node of nodes) expect([node, digests(node)]).toEqual([node, own])
})
