import { clock, type Engine, type Family, lastRebuild, writeBelief } from './engine.ts'
import { kernelRows } from './plainKernel.ts'
import { createStacks, type Stacks } from './stacks.ts'

/** The last W points in plain TypeScript: for hosts without WebAssembly SIMD, and as an oracle. */
export function plainWindow(family: Family, window: number): Engine {
  const { dimension: d, experts, kinds } = family
  const { period, lag } = clock(window)
  const kernel = family.bandwidths.map(() => new Float64Array(window))
  const stored = family.bandwidths.map(() => new Float64Array(window * window))
  const points = new Float64Array(window * d)
  const targets = new Float64Array(window)
  const create = (e: number): Stacks =>
    createStacks(window, lag, period, family.ratios[e], family.constants[e], stored[kinds[e]], targets)
  let live = experts.map((_, e) => create(e))
  let fresh = experts.map((_, e) => create(e))
  let round = 0
  let held = 0

  function push(x: ArrayLike<number>, y: number): void {
    const slot = round % window
    for (let j = 0; j < d; j++) points[slot * d + j] = x[j]
    targets[slot] = y
    for (let kind = 0; kind < kernel.length; kind++) stored[kind].set(kernel[kind], slot * window)
    round++
    if (held < window) held++
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

  const engine: Engine = {
    restore(history) {
      const rebuilt = lastRebuild(window, history.round)
      round = Math.max(0, rebuilt - window)
      held = 0
      for (const stacks of live) stacks.clear()
      while (round < history.round) {
        const slot = round % history.y.length
        const x = history.x.subarray(slot * d, (slot + 1) * d)
        kernelRows(family, points, window, x, kernel)
        if (round < rebuilt) {
          push(x, history.y[slot])
          if (round < rebuilt) continue
          for (const stacks of fresh) stacks.begin(round - lag, held - lag)
          for (const stacks of fresh) stacks.work(1, lag)
          finish()
        } else {
          for (let e = 0; e < experts.length; e++) live[e].predict(kernel[kinds[e]], round)
          engine.observe(x, history.y[slot])
        }
      }
    },
    predict(x, out) {
      kernelRows(family, points, held < window && round === held ? held : window, x, kernel)
      for (let e = 0; e < experts.length; e++) {
        const stacks = live[e]
        stacks.predict(kernel[kinds[e]], round)
        writeBelief(family, e, stacks.mean, stacks.variance, out)
      }
    },
    observe(x, y) {
      for (const stacks of live) stacks.observe(y, held === window)
      push(x, y)
      advance()
    },
  }
  return engine
}
