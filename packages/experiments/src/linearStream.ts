import { buildLearner, parseRecipe, presets, type SupervisedRecipe } from '@credence/recipe'
import { type AggregateLearner, NumericalError, type ScoredRound } from 'credence'
import type { Preparation } from 'credence/stream'
import { asIs, columnStatistics, minmaxFile, standardize, standardizeFile } from 'credence/stream'
import { Contest, indexOfLeast } from './contest.ts'
import type { Data, Source } from './data.ts'
import type { Curves } from './experiment.ts'
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
  /** Point losses beside hard selection, and how steady they are. */
  readonly contest: Contest
  /** Running averages; experts by their index. */
  readonly pointCurves: Curves
  readonly lossCurves: Curves
  /** Point losses round by round. */
  readonly pointByRound: Float64Array
  /** The same of the expert whose total is least. */
  readonly bestByRound: Float64Array
  readonly weightCurves: Curves
}

/** What is not the preset's. */
export interface LinearOptions {
  /** G of each expert. @default the paper's */
  readonly grid?: readonly number[]
  /** σ₁, the standard deviation at which experts start. @default 1 */
  readonly deviation?: number
  /** @default 0.001 */
  readonly share?: number
}

export function makeLearner(
  method: Method,
  task: Source['task'],
  dimension: number,
  horizon: number,
  { grid, deviation = 1, share = 1e-3 }: LinearOptions = {},
): AggregateLearner {
  const preset = presets[`${method}-ea`] as { experts: object[]; meta: object }
  const start = method === 'ogd' || deviation === 1 ? {} : { priorVariance: deviation * deviation }
  const recipe: unknown = parseRecipe({
    preset: `${method}-ea`,
    target: 'y',
    experts: [{ ...preset.experts[0], ...(grid ? { scale: grid } : {}), ...start }],
    meta: { ...preset.meta, share },
    ...(task === 'classification' ? { loss: 'hinge' } : {}),
  })
  return buildLearner(recipe as SupervisedRecipe, { dimension, horizon })
}

/** How features may be scaled; a text that says nothing leaves all of them open. */
export type Scaling = 'standardize-file' | 'minmax-file' | 'max-abs-file' | 'standardize' | 'none'

export async function preparation({ x }: Data, scale: Scaling, intercept: boolean): Promise<Preparation> {
  const dimension = x[0].length
  if (scale === 'none') return asIs({ dimension, intercept })
  // The paper clips nothing.
  if (scale === 'standardize') return standardize({ dimension, intercept, reach: null })
  const statistics = await columnStatistics(x)
  if (scale === 'minmax-file') return minmaxFile(statistics, { intercept })
  if (scale === 'standardize-file') return standardizeFile(statistics, { intercept })
  const { min, max } = statistics
  const largest = max.map((most, j) => Math.max(Math.abs(min[j]), Math.abs(most)))
  return minmaxFile({ min: new Float64Array(dimension), max: largest }, { intercept })
}

/** A stream on which a loss stops being a number is given up: what follows is infinite. */
export function play({ x, y }: Data, learner: AggregateLearner, prepare: Preparation, seed: number): Played {
  const sums = new Sums(learner, y.length, seed)
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
  readonly #learner: AggregateLearner
  readonly #points: Float64Array
  readonly #losses: Float64Array
  readonly #at: Float64Array
  readonly #pointByRound: Float64Array
  readonly #pointByExpert: readonly Float64Array[]
  readonly #pointCurves: Recorder
  readonly #lossCurves: Recorder
  readonly #weightCurves: Recorder
  readonly #contest: Contest

  constructor(learner: AggregateLearner, length: number, seed: number) {
    const size = learner.settings.length
    this.#length = length
    this.#learner = learner
    this.#points = new Float64Array(size)
    this.#losses = new Float64Array(size)
    this.#at = new Float64Array(size)
    this.#pointByRound = new Float64Array(length)
    this.#pointByExpert = Array.from({ length: size }, () => new Float64Array(length))
    this.#pointCurves = new Recorder(length)
    this.#lossCurves = new Recorder(length)
    this.#weightCurves = new Recorder(length)
    this.#contest = new Contest(size, seed)
  }

  add(t: number, y: number, { pointLoss, loss, losses, weights, beliefs }: ScoredRound): void {
    this.#point += pointLoss
    this.#pointByRound[t] = pointLoss
    // The mixture's loss under the score: for point scores Σω·ℓ is not it, but ℓ of the mean.
    this.#own += loss
    for (let k = 0; k < losses.length; k++) {
      const at = this.#learner.model.plan.loss.at(beliefs.mean[k], y, 0)
      this.#at[k] = at
      this.#pointByExpert[k][t] = at
      this.#points[k] += at
      this.#losses[k] += losses[k]
    }
    this.#contest.add(weights, losses, this.#at, pointLoss)
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
    return {
      point: this.#point / length,
      points: this.#points.map((sum) => sum / length),
      loss: this.#own / length,
      losses: this.#losses.map((sum) => sum / length),
      contest: this.#contest,
      pointCurves: this.#pointCurves.curves,
      lossCurves: this.#lossCurves.curves,
      weightCurves: this.#weightCurves.curves,
      pointByRound: this.#pointByRound,
      bestByRound: this.#pointByExpert[indexOfLeast(this.#points)],
    }
  }
}
