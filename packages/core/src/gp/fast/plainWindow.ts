import { clock, lastRebuild } from './clock.ts'
import type { Factors } from './factors.ts'
import { type Family, writeBelief } from './family.ts'
import { createRows, fillRows } from './plainKernel.ts'
import { createStacks, type Stacks } from './stacks.ts'

/** The last W points in plain TypeScript: for hosts without WebAssembly SIMD, and as an oracle. */
export function plainWindow(family: Family, window: number): Factors {
  const { dimension: d, experts, kinds } = family
  const { period, lag } = clock(window)
  const kernel = createRows(family, window)
  const stored = kernel.rows.map(() => new Float64Array(window * window))
  const priors = kernel.rows.map(() => new Float64Array(window))
  const points = new Float64Array(window * d)
  const targets = new Float64Array(window)
  const create = (e: number): Stacks =>
    createStacks({
      window,
      lag,
      period,
      ratio: family.ratios[e],
      constant: family.constants[e],
      stored: stored[kinds[e]],
      priors: priors[kinds[e]],
      targets,
    })
  let live = experts.map((_, e) => create(e))
  let fresh = experts.map((_, e) => create(e))
  let round = 0
  let held = 0

  function push(x: ArrayLike<number>, y: number): void {
    const slot = round % window
    for (let j = 0; j < d; j++) points[slot * d + j] = x[j]
    targets[slot] = y
    for (let kind = 0; kind < stored.length; kind++) {
      stored[kind].set(kernel.rows[kind], slot * window)
      priors[kind][slot] = kernel.priors[kind]
    }
    round++
    if (held < window) held++
  }

  function predict(): void {
    for (let e = 0; e < experts.length; e++) {
      live[e].predict(kernel.rows[kinds[e]], kernel.priors[kinds[e]], round)
    }
  }

  function finish(): void {
    const old = live
    live = fresh
    fresh = old
  }

  /** The share of the fresh factor that is due after this round. */
  function advance(): void {
    const phase = round % period
    if (phase === 0) for (const stacks of fresh) stacks.begin(round, Math.min(held, window - lag))
    if (phase > lag || round < period) return
    for (const stacks of fresh) stacks.work(phase === lag ? 1 : phase / lag, phase)
    if (phase === lag) finish()
  }

  const factors: Factors = {
    restore(history) {
      const rebuilt = lastRebuild(window, history.round)
      round = Math.max(0, rebuilt - window)
      held = 0
      for (const stacks of live) stacks.clear()
      while (round < history.round) {
        const slot = round % history.y.length
        const x = history.x.subarray(slot * d, (slot + 1) * d)
        fillRows(family, points, window, x, kernel)
        if (round < rebuilt) {
          push(x, history.y[slot])
          if (round < rebuilt) continue
          for (const stacks of fresh) stacks.begin(round - lag, held - lag)
          for (const stacks of fresh) stacks.work(1, lag)
          finish()
        } else {
          predict()
          factors.observe(x, history.y[slot])
        }
      }
      return true
    },
    believe(x) {
      fillRows(family, points, held < window && round === held ? held : window, x, kernel)
      predict()
      return true
    },
    write(out) {
      for (let e = 0; e < experts.length; e++) {
        writeBelief(family, e, live[e].mean, live[e].variance, out)
      }
    },
    observe(x, y) {
      for (const stacks of live) stacks.observe(y, held === window)
      push(x, y)
      advance()
    },
    bytes: () => stored.length * stored[0].byteLength + 2 * live.reduce((sum, { bytes }) => sum + bytes, 0),
    free() {},
  }
  return factors
}
