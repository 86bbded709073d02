import { type Axis, grid } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { likeFresh, listOf, real, type StateShape, shape, shapeBy, sized, whole } from '../base/shape.ts'
import { fraction, positiveNumber } from '../base/values.ts'
import { dyadic } from '../math/dyadic.ts'
import type { MetaLearner, Round, Slots } from '../nouns/metaLearner.ts'
import { fixedShare } from './fixedShare.ts'

export interface CalibratedOptions {
  /** The rates γ to start from; the grid grows beyond its ends by itself. @default 2ʲ / log K, j = −3 … 3 */
  readonly rate?: Axis<number>
  /** The shares σ to choose from; 0 is plain exponential weights. @default 0 */
  readonly share?: Axis<number>
}

export const CALIBRATED: Options<CalibratedOptions, 'rate'> = options('calibrated', {
  rate: {
    axis: positiveNumber,
    absent: '2ʲ / log K, j = −3 … 3',
  },
  share: {
    axis: fraction,
    default: 0,
  },
})

/** Fixed share with one rate and share, run beside the others. */
export interface CalibratedRun {
  readonly rate: number
  readonly share: number
  readonly state: unknown
  /** What it would have lost so far, had it been followed. */
  loss: number
}

export interface CalibratedState {
  readonly runs: CalibratedRun[]
  /** Index of the run that is followed. */
  best: number
}

/** By how much a rate that is added exceeds, or falls short of, the best one. */
const FACTORS = [2, 4, 8]
/** Rates stop growing near this, and shrinking near its reciprocal. */
const LIMIT = 1e100

/**
 * Fixed share whose rate and share are chosen online: all of a grid run side by side, and each round follows
 * the one with the least loss so far.
 *
 * When the best rate is at an end of the grid, the grid grows there by factors of 2, 4 and 8. A new rate starts
 * with the weights and the loss of the one it grew from, so that no past needs to be kept; opera, which keeps
 * it, runs the new rate from the first round. For point, gradient and mean scores: an annealed loss has its
 * rate built in.
 */
export function calibrated(given: CalibratedOptions = {}): MetaLearner<CalibratedState> {
  const { rate, share } = CALIBRATED.read(given)
  let scratch = new Float64Array(0)
  return {
    name: 'calibrated',
    settings: {
      rate: rate === undefined ? '2ʲ/log K' : [rate].flat().join(' '),
      share: [share].flat().join(' '),
    },
    init: sized(statesOf, (size, prior) => {
      const rates = rate === undefined ? defaultRates(size) : [rate].flat()
      const points = grid({ share, rate: rates })
      return {
        runs: points.map((point) => ({ ...point, state: fixedShare(point).init(size, prior), loss: 0 })),
        best: rates.length >> 1,
      }
    }),
    rate: (state) => state.runs[state.best].rate,
    weigh: ({ runs, best }, awake, out) => ruleOf(runs[best]).weigh(runs[best].state, awake, out),
    weighLog: ({ runs, best }, awake, out) => ruleOf(runs[best]).weighLog(runs[best].state, awake, out),
    update(state, round) {
      const size = round.losses.length
      if (scratch.length !== size) scratch = new Float64Array(size)
      for (const run of state.runs) advance(run, round, scratch)
      state.best = leastLoss(state)
      extend(state)
    },
    slots: {
      enter(state, expert, fraction) {
        for (const run of state.runs) slotsOf(run).enter(run.state, expert, fraction)
      },
      leave(state, expert) {
        for (const run of state.runs) slotsOf(run).leave(run.state, expert)
      },
      resize: ({ runs, best }, size) => ({
        runs: runs.map((run) => ({ ...run, state: slotsOf(run).resize?.(run.state, size) })),
        best,
      }),
    },
  }
}

function statesOf(size: number): StateShape<CalibratedState> {
  return shape<CalibratedState>({
    runs: listOf(
      shape<CalibratedRun>({
        rate: real(1),
        share: real(),
        state: shapeBy<unknown, CalibratedRun>(
          (_state, _path, run) => likeFresh(() => ruleOf(run).init(size)),
          () => null,
        ),
        loss: real(),
      }),
    ),
    best: whole(0, ({ runs }: CalibratedState) => runs.length - 1),
  })
}

function ruleOf({ rate, share }: CalibratedRun): MetaLearner {
  return fixedShare({ rate, share }) as MetaLearner
}

function slotsOf(run: CalibratedRun): Slots {
  return ruleOf(run).slots as Slots
}

function defaultRates(size: number): number[] {
  return dyadic(-3, 3).map((factor) => factor / Math.log(Math.max(2, size)))
}

/** Scores a run by the forecast it would have made, and lets it learn from the losses there. */
function advance(run: CalibratedRun, round: Round, weights: Float64Array): void {
  const rule = ruleOf(run)
  rule.weigh(run.state, round.awake, weights)
  const own = round.under?.(weights)
  run.loss += own?.loss ?? round.ownFor(weights)
  rule.update(run.state, own ?? round)
}

/** Among equals the one that is followed already: a rate just added ties with the one it grew from. */
function leastLoss({ runs, best }: CalibratedState): number {
  let least = best
  for (let i = 0; i < runs.length; i++) if (runs[i].loss < runs[least].loss) least = i
  return least
}

/** Adds rates beyond the best, if it is the least or the greatest of its share. */
function extend(state: CalibratedState): void {
  const { runs } = state
  const best = runs[state.best]
  const peers = runs.filter((run) => run.share === best.share)
  const above = peers.every((run) => run.rate <= best.rate)
  const below = peers.every((run) => run.rate >= best.rate)
  for (const factor of FACTORS) {
    if (above && best.rate < LIMIT) runs.push(grown(best, best.rate * factor))
    if (below && best.rate > 1 / LIMIT) runs.push(grown(best, best.rate / factor))
  }
}

function grown(run: CalibratedRun, rate: number): CalibratedRun {
  return { ...run, rate, state: structuredClone(run.state) }
}
