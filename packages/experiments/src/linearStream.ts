import { buildLearner, parseRecipe, type SupervisedRecipe } from '@credence/recipe'
import { type AggregateLearner, type Loss, NumericalError, type ScoredRound } from 'credence'
import type { Preparation } from 'credence/stream'
import { asIs, columnStatistics, minmaxFile, standardize, standardizeFile } from 'credence/stream'
import { hardSelection, Movement } from './contest.ts'
import type { Data, Source } from './data.ts'
import type { Curves, Wishes } from './experiment.ts'
import { Recorder } from './recorder.ts'

/** The three aggregates of the benchmark, by the presets of recipes. */
export const methods = ['svb', 'oga', 'ogd'] as const
export type Method = (typeof methods)[number]

/** What one aggregate did along a stream. Losses are averages over the rounds. */
export interface Played {
  /** Point loss of the aggregate and of each expert. */
  readonly point: number
  readonly points: Float64Array
  /** The loss by which it weighs: mean loss, or point loss for ogd. */
  readonly loss: number
  readonly losses: Float64Array
  /** How far its weights moved in a round. */
  readonly movement: number
  /** Running averages; experts by their index. */
  readonly pointCurves: Curves
  readonly lossCurves: Curves
  /** Point losses round by round. */
  readonly pointByRound: Float64Array
  /** The same of the expert whose total is least. */
  readonly bestByRound: Float64Array
  /** The loss of its score minus that of the expert whose total is least by it, round by round. */
  readonly excessByRound: Float64Array
  readonly weightCurves: Curves
}

export function makeLearner(
  method: Method,
  task: Source['task'],
  dimension: number,
  horizon: number,
): AggregateLearner {
  const recipe: unknown = parseRecipe({
    preset: `${method}-ea`,
    target: 'y',
    ...(task === 'classification' ? { loss: 'hinge' } : {}),
  })
  return buildLearner(recipe as SupervisedRecipe, { dimension, horizon })
}

export async function preparation(
  { x }: Data,
  { scale, intercept }: Wishes['prepare'],
): Promise<Preparation> {
  const dimension = x[0].length
  if (scale === 'none') return asIs({ dimension, intercept })
  // The paper clips nothing.
  if (scale === 'standardize') return standardize({ dimension, intercept, reach: null })
  const statistics = await columnStatistics(x)
  return scale === 'minmax-file'
    ? minmaxFile(statistics, { intercept })
    : standardizeFile(statistics, { intercept })
}

/** Both ways of weighing the experts of one method, on one stream. */
export function playBoth(
  data: Data,
  task: Source['task'],
  method: Method,
  prepare: Preparation,
): { aggregate: Played; hard: Played } {
  const learner = makeLearner(method, task, prepare.size, data.y.length)
  return {
    aggregate: play(data, learner, prepare),
    hard: play(data, hardSelection(learner, prepare.size), prepare),
  }
}

/** A stream on which a loss stops being a number is given up: what follows is infinite. */
function play({ x, y }: Data, learner: AggregateLearner, prepare: Preparation): Played {
  const sums = new Sums(learner, y.length)
  const state = prepare.init()
  const prepared = new Float64Array(prepare.size)
  let alive = true
  for (let t = 0; t < y.length; t++) {
    try {
      if (alive) {
        prepare.apply(state, x[t], prepared)
        const scored = learner.learn(prepared, y[t])
        prepare.observe(state, x[t])
        sums.add(t, y[t], scored)
      }
    } catch (error) {
      if (!(error instanceof NumericalError)) throw error
      alive = false
      sums.giveUp()
    }
    sums.record(t)
  }
  return sums.played()
}

/** What the learner and its experts lose, round by round and in sum. */
class Sums {
  #point = 0
  #own = 0
  readonly #length: number
  readonly #loss: Loss
  readonly #points: Float64Array
  readonly #losses: Float64Array
  readonly #pointByRound: Float64Array
  readonly #lossByRound: Float64Array
  readonly #pointByExpert: readonly Float64Array[]
  readonly #lossByExpert: readonly Float64Array[]
  readonly #pointCurves: Recorder
  readonly #lossCurves: Recorder
  readonly #weightCurves: Recorder
  readonly #movement = new Movement()

  constructor(learner: AggregateLearner, length: number) {
    const size = learner.settings.length
    const byExpert = (): Float64Array[] => Array.from({ length: size }, () => new Float64Array(length))
    this.#length = length
    this.#loss = learner.model.plan.loss
    this.#points = new Float64Array(size)
    this.#losses = new Float64Array(size)
    this.#pointByRound = new Float64Array(length)
    this.#lossByRound = new Float64Array(length)
    this.#pointByExpert = byExpert()
    this.#lossByExpert = byExpert()
    this.#pointCurves = new Recorder(length)
    this.#lossCurves = new Recorder(length)
    this.#weightCurves = new Recorder(length)
  }

  add(t: number, y: number, { pointLoss, loss, losses, weights, beliefs }: ScoredRound): void {
    this.#point += pointLoss
    this.#pointByRound[t] = pointLoss
    // The mixture's loss under the score: for point scores Σω·ℓ is not it, but ℓ of the mean.
    this.#own += loss
    this.#lossByRound[t] = loss
    this.#movement.add(weights)
    for (let k = 0; k < losses.length; k++) {
      const at = this.#loss.at(beliefs.mean[k], y, 0)
      this.#pointByExpert[k][t] = at
      this.#points[k] += at
      this.#losses[k] += losses[k]
      this.#lossByExpert[k][t] = losses[k]
    }
    if (this.#weightCurves.wants(t + 1)) this.#weightCurves.addEach(weights)
  }

  giveUp(): void {
    this.#point = this.#own = Number.POSITIVE_INFINITY
    this.#points.fill(Number.POSITIVE_INFINITY)
    this.#losses.fill(Number.POSITIVE_INFINITY)
  }

  /** Averages up to round t, where the curves have a point. */
  record(t: number): void {
    const rounds = t + 1
    if (!this.#pointCurves.wants(rounds)) return
    this.#lossCurves.wants(rounds)
    this.#pointCurves.add('aggregate', this.#point / rounds)
    this.#lossCurves.add('aggregate', this.#own / rounds)
    for (let k = 0; k < this.#points.length; k++) {
      this.#pointCurves.add(String(k), this.#points[k] / rounds)
      this.#lossCurves.add(String(k), this.#losses[k] / rounds)
    }
  }

  played(): Played {
    const length = this.#length
    const best = this.#lossByExpert[least(this.#losses)]
    return {
      point: this.#point / length,
      points: this.#points.map((sum) => sum / length),
      loss: this.#own / length,
      losses: this.#losses.map((sum) => sum / length),
      movement: this.#movement.mean,
      pointCurves: this.#pointCurves.curves,
      lossCurves: this.#lossCurves.curves,
      weightCurves: this.#weightCurves.curves,
      pointByRound: this.#pointByRound,
      bestByRound: this.#pointByExpert[least(this.#points)],
      excessByRound: this.#lossByRound.map((loss, t) => loss - best[t]),
    }
  }
}

/** The index of the least. */
export function least(values: ArrayLike<number>): number {
  let best = 0
  for (let k = 1; k < values.length; k++) if (values[k] < values[best]) best = k
  return best
}
