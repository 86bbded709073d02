import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { gp, type Kernel } from '../../src/doors/gp.ts'
import { kinds } from '../../src/kinds/kinds.ts'
import { logDensity } from '../../src/losses/logDensity.ts'
import { seededRng, uniform } from '../../src/math/rng.ts'
import { createBeliefs } from '../../src/panels/beliefs.ts'

/** What an option of a kernel is given where it has no default. */
const GIVEN: Readonly<Record<string, object>> = {
  periodic: { period: 3 },
  sum: { of: [made('linear', {}), made('matern32', {})] },
  product: { of: [made('linear', {}), made('matern52', {})] },
}

function made(kind: string, options: object): Kernel {
  return kinds.kernel.find((one) => one.kind === kind)?.make(options) as Kernel
}

/** Beliefs of 100 rounds under one kernel, as a fingerprint. */
function fingerprint(kernel: Kernel): string {
  const panel = gp({ kernel, noise: [0.1, 1], window: [30, null], constant: 3 }).bind({
    loss: logDensity,
    dimension: 3,
    seed: 0,
  })
  const state = panel.init()
  const beliefs = createBeliefs(panel.capacity)
  const source = seededRng(1)
  const digest = createHash('sha256')
  for (let t = 0; t < 100; t++) {
    const x = [uniform(source), 3 * uniform(source), uniform(source) - 1]
    panel.predict(state, x, beliefs)
    digest.update(beliefs.mean).update(beliefs.variance)
    panel.update(state, x, x[0] * x[1] + uniform(source), beliefs)
  }
  return digest.digest('hex').slice(0, 16)
}

it.each(kinds.kernel.map(({ kind }) => kind))('no change moves a bit of the kernel %s unnoticed', (kind) => {
  expect(fingerprint(made(kind, GIVEN[kind] ?? {}))).toMatchSnapshot()
})
