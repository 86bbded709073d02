import type { MetaLearner, Rng } from 'credence'
import { seededRng } from 'credence'
import { uniform } from 'credence/random'
import { drawsOf } from './seed.ts'
import { type Measure, measure } from './sentence.ts'
import { average } from './statistics.ts'

/** Ways to choose one expert instead of weighing all. The paper speaks of hard selection once and defines none. */
type Hard = 'leader' | 'largest' | 'drawn' | 'one'
type Player = 'aggregate' | Hard

/** The aggregate beside four ways of hard selection with the same experts: what each loses, and how steadily. */
export class Contest {
  readonly #rng: Rng
  readonly #scores: Float64Array
  readonly #ones: Steadiness[]
  readonly #players: Record<Exclude<Player, 'one'>, Steadiness & { moved: number; last: number }>
  #lastWeights: Float64Array | undefined
  #weightMoved = 0
  #rounds = 0

  constructor(size: number, seed: number) {
    this.#rng = seededRng(drawsOf(seed))
    this.#scores = new Float64Array(size)
    this.#ones = Array.from({ length: size }, () => new Steadiness())
    const player = (): Steadiness & { moved: number; last: number } =>
      Object.assign(new Steadiness(), { moved: 0, last: -1 })
    this.#players = { aggregate: player(), leader: player(), largest: player(), drawn: player() }
  }

  /**
   * @param scores by which experts are weighed and led
   * @param losses of the experts, and `own` of the aggregate, that are compared
   */
  add(weights: ArrayLike<number>, scores: ArrayLike<number>, losses: ArrayLike<number>, own: number): void {
    const { aggregate, leader, largest, drawn } = this.#players
    aggregate.add(own)
    this.#moveWeights(weights)
    const choose = (player: typeof leader, chosen: readonly number[]): void => {
      player.add(average(chosen.map((k) => losses[k])))
      // Among equals none is chosen yet: that is no move.
      const only = chosen.length === 1 ? chosen[0] : -1
      if (only !== player.last && only >= 0 && player.last >= 0) player.moved++
      player.last = only
    }
    const least = this.#scores.reduce((least, score) => Math.min(least, score))
    let most = 0
    for (let k = 0; k < weights.length; k++) most = Math.max(most, weights[k])
    choose(leader, placesOf(this.#scores, least))
    choose(largest, placesOf(weights, most))
    choose(drawn, [draw(weights, uniform(this.#rng))])
    for (let k = 0; k < losses.length; k++) {
      this.#ones[k].add(losses[k])
      this.#scores[k] += scores[k]
    }
    this.#rounds++
  }

  /** Mean loss, its deviation over the rounds, and the weight moved in a round, of every player. */
  numbers(prefix: string): Record<string, number> {
    const steps = Math.max(1, this.#rounds - 1)
    const found: Record<string, number> = {}
    for (const [name, player] of Object.entries(this.#players)) {
      found[`${prefix}${name} loss`] = player.mean
      found[`${prefix}${name} time`] = player.deviation
      found[`${prefix}${name} moved`] = (name === 'aggregate' ? this.#weightMoved : player.moved) / steps
    }
    found[`${prefix}one loss`] = average(this.#ones.map(({ mean }) => mean))
    found[`${prefix}one time`] = average(this.#ones.map(({ deviation }) => deviation))
    found[`${prefix}one moved`] = 0
    return found
  }

  #moveWeights(weights: ArrayLike<number>): void {
    const last = this.#lastWeights
    if (last) {
      for (let k = 0; k < weights.length; k++) {
        this.#weightMoved += Math.abs(weights[k] - last[k]) / 2
        last[k] = weights[k]
      }
    } else this.#lastWeights = Float64Array.from(weights)
  }
}

/** Mean and standard deviation of losses, by Welford (1962). */
class Steadiness {
  #count = 0
  #mean = 0
  #squares = 0

  add(value: number): void {
    const before = value - this.#mean
    this.#mean += before / ++this.#count
    this.#squares += before * (value - this.#mean)
  }

  get mean(): number {
    return this.#mean
  }

  get deviation(): number {
    return Math.sqrt(this.#squares / this.#count)
  }
}

/** How stable the aggregate is beside hard selection, from numbers that a contest found; paired by replication. */
export function selectionMeasure(
  where: string,
  list: readonly Readonly<Record<string, number>>[],
  prefix: string,
  { hard, stable }: Readonly<Record<string, string>>,
  fact = false,
): Measure {
  const about = `${where}, ${WORDS[stable]} of the aggregate over that of ${CHOSEN[hard]}, minus 1`
  if (stable === 'replications') {
    const spread = (player: string): number => deviation(list.map((n) => n[`${prefix}${player} loss`]))
    const ratio = spread('aggregate') / spread(hard) - 1
    return measure({ what: about, side: 'below', values: [ratio], fact: true })
  }
  if (stable === 'moved') {
    const what = `${where}: weight that the aggregate moves in a round minus that of ${CHOSEN[hard]}`
    const values = list.map((n) => n[`${prefix}aggregate moved`] - n[`${prefix}${hard} moved`])
    return measure({ what, side: 'below', values, fact })
  }
  const values = list.map((n) => n[`${prefix}aggregate ${stable}`] / n[`${prefix}${hard} ${stable}`] - 1)
  return measure({ what: about, side: 'below', values, fact })
}

const WORDS: Readonly<Record<string, string>> = {
  time: 'deviation of the loss over the rounds',
  replications: 'deviation of the mean loss over replications',
  loss: 'mean loss',
}
const CHOSEN: Readonly<Record<string, string>> = {
  leader: 'follow-the-leader',
  largest: 'the largest weight',
  drawn: 'a drawn expert',
  one: 'one expert kept',
}

/** Where a value stands. */
function placesOf(values: ArrayLike<number>, value: number): number[] {
  const places: number[] = []
  for (let k = 0; k < values.length; k++) if (values[k] === value) places.push(k)
  return places
}

function deviation(values: readonly number[]): number {
  const mean = average(values)
  return Math.sqrt(average(values.map((value) => (value - mean) ** 2)))
}

export function indexOfLeast(values: ArrayLike<number>): number {
  let best = 0
  for (let k = 1; k < values.length; k++) if (values[k] < values[best]) best = k
  return best
}

function indexOfLargest(values: ArrayLike<number>): number {
  let best = 0
  for (let k = 1; k < values.length; k++) if (values[k] > values[best]) best = k
  return best
}

/** The index whose share of the weights holds the mark. */
export function draw(weights: ArrayLike<number>, mark: number): number {
  let rest = mark
  for (let k = 0; k < weights.length; k++) {
    rest -= weights[k]
    if (rest < 0) return k
  }
  return indexOfLargest(weights)
}

/** sums += values, entry by entry. */
export function accumulate(sums: Float64Array, values: ArrayLike<number>): void {
  for (let k = 0; k < sums.length; k++) sums[k] += values[k]
}

/** Exponential weights at rate 1 that are kept from falling below a floor: ω ∝ max(ω̄, floor). */
export function floored(floor: number): MetaLearner {
  const meta: MetaLearner<{ readonly weights: Float64Array }> = {
    name: 'floored',
    settings: { floor },
    init: (size) => ({ weights: new Float64Array(size).fill(1 / size) }),
    rate: () => 1,
    weigh: ({ weights }, _awake, out) => out.set(weights),
    weighLog: ({ weights }, _awake, out) => {
      for (let k = 0; k < out.length; k++) out[k] = Math.log(weights[k])
    },
    update({ weights }, { losses }) {
      const least = losses.reduce((least, loss) => Math.min(least, loss))
      for (let k = 0; k < weights.length; k++) weights[k] *= Math.exp(least - losses[k])
      normalise(weights)
      for (let k = 0; k < weights.length; k++) weights[k] = Math.max(weights[k], floor)
      normalise(weights)
    },
  }
  return meta as MetaLearner
}

function normalise(weights: Float64Array): void {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  for (let k = 0; k < weights.length; k++) weights[k] /= total
}

/** The mean over the last `size` values. */
export class Rolling {
  readonly #values: Float64Array
  #count = 0

  constructor(size: number) {
    this.#values = new Float64Array(size)
  }

  add(value: number): void {
    this.#values[this.#count++ % this.#values.length] = value
  }

  /** Summed anew each time, so that nothing drifts. */
  get mean(): number {
    const n = Math.min(this.#count, this.#values.length)
    let sum = 0
    for (let i = 0; i < n; i++) sum += this.#values[i]
    return sum / n
  }
}
