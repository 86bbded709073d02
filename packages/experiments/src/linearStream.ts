import { buildLearner, parseRecipe, type SupervisedRecipe } from '@credence/recipe'
import { type AggregateLearner, NumericalError } from 'credence'
import type { Preparation } from 'credence/stream'
import { asIs, columnStatistics, minmaxFile, standardize, standardizeFile } from 'credence/stream'
import { hardSelection, Movement } from './contest.ts'
import { Recorder } from './curves.ts'
import type { Data, Source } from './data.ts'
import type { Curves, Wishes } from './experiment.ts'

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
  if (scale === 'standardize') return standardize({ dimension, intercept })
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
  const size = learner.settings.length
  const length = y.length
  const state = prepare.init()
  const prepared = new Float64Array(prepare.size)
  const points = new Float64Array(size)
  const losses = new Float64Array(size)
  const byExpert = Array.from({ length: size }, () => new Float64Array(length))
  const pointByRound = new Float64Array(length)
  const lossByRound = new Float64Array(length)
  const lossByExpert = Array.from({ length: size }, () => new Float64Array(length))
  const pointCurves = new Recorder(length)
  const lossCurves = new Recorder(length)
  const weightCurves = new Recorder(length)
  const movement = new Movement()
  const { loss } = learner.model.plan
  let point = 0
  let own = 0
  const round = (t: number): void => {
    prepare.apply(state, x[t], prepared)
    const scored = learner.learn(prepared, y[t])
    prepare.observe(state, x[t])
    point += scored.pointLoss
    pointByRound[t] = scored.pointLoss
    // The mixture's loss under the score: for point scores Σω·ℓ is not it, but ℓ of the mean.
    own += scored.loss
    lossByRound[t] = scored.loss
    movement.add(scored.weights)
    for (let k = 0; k < size; k++) {
      const at = loss.at(scored.beliefs.mean[k], y[t], 0)
      byExpert[k][t] = at
      points[k] += at
      losses[k] += scored.losses[k]
      lossByExpert[k][t] = scored.losses[k]
    }
    if (weightCurves.wants(t + 1)) weightCurves.addEach(scored.weights)
  }
  let alive = true
  for (let t = 0; t < length; t++) {
    try {
      if (alive) round(t)
    } catch (error) {
      if (!(error instanceof NumericalError)) throw error
      alive = false
      point = own = Number.POSITIVE_INFINITY
      points.fill(Number.POSITIVE_INFINITY)
      losses.fill(Number.POSITIVE_INFINITY)
    }
    if (!pointCurves.wants(t + 1)) continue
    lossCurves.wants(t + 1)
    pointCurves.add('aggregate', point / (t + 1))
    lossCurves.add('aggregate', own / (t + 1))
    for (let k = 0; k < size; k++) {
      pointCurves.add(String(k), points[k] / (t + 1))
      lossCurves.add(String(k), losses[k] / (t + 1))
    }
  }
  return {
    point: point / length,
    points: points.map((sum) => sum / length),
    loss: own / length,
    losses: losses.map((sum) => sum / length),
    movement: movement.mean,
    pointCurves: pointCurves.curves,
    lossCurves: lossCurves.curves,
    weightCurves: weightCurves.curves,
    pointByRound,
    bestByRound: byExpert[least(points)],
    excessByRound: lossByRound.map((loss, t) => loss - lossByExpert[least(losses)][t]),
  }
}

/** The index of the least. */
export function least(values: ArrayLike<number>): number {
  let best = 0
  for (let k = 1; k < values.length; k++) if (values[k] < values[best]) best = k
  return best
}
