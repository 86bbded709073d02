import type { AggregateLearner } from '../../src/aggregate/aggregateLearner.ts'
import { Forecast } from '../../src/aggregate/forecast.ts'
import { QuantileLearner } from '../../src/conformal/quantiles/quantiles.ts'
import type { Account } from '../../src/ledger/account.ts'
import type { PathForecast } from '../../src/paths/path.ts'

/** A promise that was broken. */
export class Broken extends Error {
  override name = 'Broken'
}

export function expectThat(holds: boolean, promise: () => string): void {
  if (!holds) throw new Broken(promise())
}

const LEVELS = [0.001, 0.05, 0.5, 0.95, 0.999]

export function checkForecast(forecast: Forecast, y: number): void {
  const { mean, sd, weights } = forecast
  expectThat(!Number.isNaN(mean) && !Number.isNaN(sd) && sd >= 0, () => `mean ${mean}, sd ${sd}`)
  expectSum(weights)
  const quantiles = LEVELS.map((level) => forecast.quantile(level))
  for (let i = 0; i < quantiles.length; i++) {
    expectThat(!Number.isNaN(quantiles[i]), () => `quantile ${LEVELS[i]} is NaN`)
    const slack = 1e-12 * Math.abs(quantiles[i])
    expectThat(i === 0 || quantiles[i - 1] <= quantiles[i] + slack, () => `quantiles fall: ${quantiles}`)
  }
  const [lower, upper] = forecast.interval(0.9)
  expectThat(lower <= upper, () => `interval [${lower}, ${upper}]`)
  const crps = forecast.crps(Number.isFinite(y) ? y : 0)
  const size = Math.abs(mean) + sd + Math.abs(y || 0)
  expectThat(crps >= -1e-12 * size, () => `crps ${crps}`)
  const { probability } = forecast
  expectThat(Number.isNaN(probability) || inUnit(probability), () => `probability ${probability}`)
}

function inUnit(p: number): boolean {
  return p >= 0 && p <= 1 + 1e-9
}

function expectSum(weights: ArrayLike<number>): void {
  let sum = 0
  for (let k = 0; k < weights.length; k++) {
    expectThat(weights[k] >= 0, () => `weight ${k} is ${weights[k]}`)
    sum += weights[k]
  }
  expectThat(Math.abs(sum - 1) < 1e-9, () => `weights sum to ${sum}`)
}

/** Counts what was looked at, for the record. */
export interface Counts {
  bounds: number
}

export function checkAggregate(learner: AggregateLearner, counts: Counts): void {
  if (!learner.state.engine) return
  expectSum(learner.weights)
  const { total, marks, shifting } = learner.ledger
  for (const account of [total, ...Object.values(marks), learner.trailing(20)]) checkAccount(account, counts)
  for (const { regret, bound } of shifting) {
    if (bound === undefined) continue
    counts.bounds++
    expectThat(regret <= bound + slackOf(total), () => `regret ${regret} to a sequence, bound ${bound}`)
  }
}

function checkAccount(account: Account, counts: Counts): void {
  const { regret, bound, weightedRegret, weightedBound, loss } = account
  expectThat(!Number.isNaN(loss), () => `the learner's loss is ${loss}`)
  if (bound !== undefined) {
    counts.bounds++
    expectThat(regret <= bound + slackOf(account), () => `regret ${regret}, bound ${bound}`)
  } else if (weightedBound !== undefined) {
    counts.bounds++
    const slack = 1e-9 * (1 + Math.abs(weightedBound)) + 1e-9 * Math.abs(weightedRegret)
    expectThat(weightedRegret <= weightedBound + slack, () => `Σγ ${weightedRegret}, bound ${weightedBound}`)
  }
}

/** Rounding of sums whose terms may be as large as the largest loss. */
function slackOf({ loss, losses, bound }: Account): number {
  return 1e-9 * Math.max(1, Math.abs(loss), Math.abs(bound ?? 0), ...losses.map(Math.abs))
}

/** What a forecast promises, whatever it is: a distribution, intervals, labels, classes, or a path of them. */
export function checkAnswer(answer: unknown): void {
  if (Array.isArray(answer)) {
    // Probabilities of classes.
    if (typeof answer[0] === 'number') expectSum(answer)
    else for (const one of answer) checkAnswer(one)
    return
  }
  if (answer instanceof Forecast) checkForecast(answer, 0)
  const said = answer as Said
  if (said.levels && !said.quantiles) for (const level of said.levels) checkInterval(level)
  else if (said.lower !== undefined) checkInterval(said)
  if (said.forecast instanceof Forecast) checkForecast(said.forecast, 0)
  if (said.labels && said.probability !== undefined)
    expectThat(inUnit(said.probability), () => `probability ${said.probability}`)
  if (said.probabilities && said.probabilities.length > 0) expectSum(said.probabilities)
  if (said.quantiles) expectRising(said.quantiles)
  if (said.steps) for (const step of [...said.steps, said.total as PathForecast]) checkStep(step)
}

function expectRising(quantiles: readonly number[]): void {
  const rising = quantiles.every((q, i) => !Number.isNaN(q) && (i === 0 || q >= quantiles[i - 1]))
  expectThat(rising, () => `quantiles ${quantiles}`)
}

/** The forecast of a step of a path, or of their sum. */
function checkStep(step: PathForecast): void {
  const { mean, sd } = step
  expectThat(!Number.isNaN(mean) && sd >= 0, () => `mean ${mean}, sd ${sd} of a step`)
  checkInterval(step)
  expectRising(LEVELS.map((level) => step.quantile(level)))
}

/** What is proven of every level holds. */
export function checkCertificates(learner: unknown, counts: Counts): void {
  if (!(learner instanceof QuantileLearner) || learner.state.round === 0) return
  for (const { level, excess, most } of learner.certificates) {
    counts.bounds++
    expectThat(Math.abs(excess) <= most, () => `level ${level}: excess ${excess}, at most ${most}`)
  }
}

interface Said {
  readonly quantiles?: readonly number[]
  readonly steps?: readonly PathForecast[]
  readonly total?: PathForecast
  readonly lower?: number
  readonly upper?: number
  readonly extent?: string
  readonly levels?: readonly Said[]
  readonly forecast?: unknown
  readonly labels?: unknown
  readonly probability?: number
  readonly probabilities?: readonly number[]
}

function checkInterval({ lower = Number.NaN, upper = Number.NaN, extent }: Said): void {
  expectThat(!Number.isNaN(lower) && !Number.isNaN(upper), () => `interval [${lower}, ${upper}]`)
  expectThat(extent === 'empty' || lower <= upper, () => `${extent} interval [${lower}, ${upper}]`)
}

/** Where a round has an interval, `covered` is what the interval says. */
export function checkRound(round: unknown): void {
  const { interval = round } = round as { readonly interval?: unknown }
  const { covered, y, lower, upper, loss } = interval as Readonly<Record<string, number | boolean>>
  const { probability, pointLoss = 0 } = round as Readonly<Record<string, number | undefined>>
  if (probability !== undefined && !Number.isNaN(probability))
    expectThat(inUnit(probability) && pointLoss >= 0, () => `probability ${probability}, loss ${pointLoss}`)
  if (covered === undefined) expectThat(!Number.isNaN(loss), () => `the loss of a round is ${loss}`)
  // A set of classes has no ends.
  if (covered === undefined || lower === undefined || Number.isNaN(lower)) return
  expectThat(covered === (y >= lower && y <= upper), () => `covered ${covered}: ${y} in [${lower}, ${upper}]`)
}
