import type { KeptRound, LiveEvent, Round, RoundRecord } from '@credence/client'

/** Rounds that a chart shows. */
export const SHOWN = 600
/** Rounds over which coverage rolls. */
const WINDOW = 50

/** What the charts of a series are drawn from. */
export interface Columns {
  /** The number of each round, and when its outcome came: milliseconds. */
  readonly at: number[]
  readonly time: number[]
  readonly y: (number | null)[]
  readonly mean: (number | null)[]
  readonly lower: (number | null)[]
  readonly upper: (number | null)[]
  readonly rolling: (number | null)[]
  /** What the forecast gave to the class that came; null for numbers. */
  readonly probability: (number | null)[]
  /** How far the forecast of each version was off: of the one that answered, and of those in its shadow. */
  readonly errors: ReadonlyMap<number, number>[]
}

/** The rounds of one series, in the order of their events, each once. */
export class Rounds {
  #rounds: { seq: number; round: Round }[] = []
  /** Whether the service was asked for those it kept. */
  asked = false
  /** The number of the last event seen. */
  last = 0

  /** Rounds from before the first that is known; true if they change what is shown. */
  addPast(kept: readonly KeptRound[]): boolean {
    const first = this.#rounds[0]?.seq ?? Infinity
    const past = kept.filter(({ seq, loss }) => seq < first && loss !== undefined)
    const rounds = past.map((round) => ({ seq: round.seq, round: { ...round, at: Date.parse(round.time) } }))
    this.#rounds = [...rounds, ...this.#rounds].slice(-SHOWN)
    this.last = Math.max(this.last, this.#rounds.at(-1)?.seq ?? 0)
    return past.length > 0
  }

  /** True if it changes what is shown. */
  add({ seq, op, body }: LiveEvent): boolean {
    if (seq <= this.last) return false
    this.last = seq
    if ((op !== 'learn' && op !== 'observe') || body.loss === undefined) return false
    this.#rounds.push({ seq, round: body as Round })
    if (this.#rounds.length > SHOWN) this.#rounds = this.#rounds.slice(-SHOWN)
    return true
  }

  get alerts(): { seq: number; at: number; reason: string }[] {
    return this.#rounds.flatMap(({ seq, round }) =>
      (round.alerts ?? []).map((reason) => ({ seq, at: round.at, reason })),
    )
  }

  get columns(): Columns {
    return columnsOf(this.#rounds.map(({ round }) => round))
  }
}

/** A round as far as a picture shows it: its number, and its time where that is known. */
export type Shown = RoundRecord & Pick<Round, 'round'> & Partial<Pick<Round, 'at' | 'version' | 'shadows'>>

export function columnsOf(rounds: readonly Shown[]): Columns {
  const rolling: (number | null)[] = []
  let covered = 0
  let counted = 0
  rounds.forEach((round, i) => {
    const old = rounds[i - WINDOW]
    if (old && old.covered !== null) {
      counted--
      if (old.covered) covered--
    }
    if (round.covered !== null) {
      counted++
      if (round.covered) covered++
    }
    rolling.push(counted >= 10 ? covered / counted : null)
  })
  return {
    at: rounds.map(({ round }) => round),
    time: rounds.map(({ at = Number.NaN }) => at),
    y: rounds.map(({ y }) => (typeof y === 'number' ? y : null)),
    mean: rounds.map(({ mean }) => mean),
    // JSON has no infinite numbers: an end of an interval that is not there is one.
    lower: rounds.map(({ lower, covered }) => lower ?? (covered === null ? null : -Infinity)),
    upper: rounds.map(({ upper, covered }) => upper ?? (covered === null ? null : Infinity)),
    rolling,
    probability: rounds.map(({ y, probability }) => (typeof y === 'string' ? (probability ?? null) : null)),
    errors: rounds.map(errorsOf),
  }
}

function errorsOf({ y, version = 0, mean, shadows = [] }: Shown): Map<number, number> {
  const errors = new Map<number, number>()
  for (const one of [{ version, mean }, ...shadows]) {
    if (typeof y === 'number' && typeof one.mean === 'number') errors.set(one.version, Math.abs(y - one.mean))
  }
  return errors
}
