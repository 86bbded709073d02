import { type Estimate, estimate } from './statistics.ts'

export type Verdict = 'holds' | 'inconclusive' | 'fails'

/** One number that a sentence is held against. */
export interface Measure {
  /** What was measured, in words. */
  readonly what: string
  /** Which side of `than` the sentence claims. */
  readonly side: 'above' | 'below'
  readonly than: number
  readonly estimate: Estimate
  /** Whether it is one deterministic number, judged by its side alone. */
  readonly fact: boolean
  /** Whether it is shown for interest: the text does not speak of it. */
  readonly extra: boolean
  readonly verdict: Verdict
}

export interface MeasureOptions {
  readonly what: string
  readonly side: 'above' | 'below'
  /** @default 0 */
  readonly than?: number
  /** One number per replication. */
  readonly values: readonly number[]
  /** Whether there is one deterministic number and no interval, such as the loss of one pass over a file. @default false */
  readonly fact?: boolean
  /** Whether the sentence does not depend on it. @default false */
  readonly extra?: boolean
}

export function measure(options: MeasureOptions): Measure {
  const { what, side, than = 0, values, fact = false, extra = false } = options
  const found = estimate(values)
  const verdict = fact ? judgeFact(found.mean, side, than) : judge(found, side, than)
  return { what, side, than, estimate: found, fact, extra, verdict }
}

/**
 * The rule, not an opinion.
 *
 *     holds          the whole 95 % interval lies on the claimed side
 *     inconclusive   the interval contains the threshold, or there is none: a single replication
 *     fails          the whole interval lies on the other side, or there is no number
 */
export function judge({ mean, low, high }: Estimate, side: 'above' | 'below', than: number): Verdict {
  if (Number.isNaN(mean)) return 'fails'
  const [worst, best] = side === 'above' ? [low - than, high - than] : [than - high, than - low]
  if (worst > 0) return 'holds'
  // An interval without width that lies on the threshold is not beyond it.
  return best < 0 || (best === 0 && worst === 0) ? 'fails' : 'inconclusive'
}

function judgeFact(value: number, side: 'above' | 'below', than: number): Verdict {
  return (side === 'above' ? value > than : value < than) ? 'holds' : 'fails'
}

/** A sentence of the paper, and what was measured to see it. */
export interface Sentence {
  /** The same in all experiments that the sentence speaks of. */
  readonly id: string
  /** In the paper's words, or close to them. */
  readonly says: string
  /** What its authors could say to settle how it is meant. */
  readonly question?: string
  /** The figure that shows it, by name. */
  readonly figure?: string
  /** Whether the paper says it; if not, it is shown and never counted. */
  readonly counted: boolean
  readonly measures: readonly Measure[]
  readonly verdict: Verdict
}

export interface SentenceOptions {
  readonly id: string
  readonly says: string
  readonly question?: string
  readonly figure?: string
  /** @default true */
  readonly counted?: boolean
  readonly measures: readonly Measure[]
}

/** One verdict for a sentence: it holds if all that it claims holds, and fails if any of it fails. */
export function sentence({ counted = true, measures, ...words }: SentenceOptions): Sentence {
  return { ...words, counted, measures, verdict: verdictOf(measures) }
}

export function verdictOf(measures: readonly { verdict: Verdict; extra?: boolean }[]): Verdict {
  const claimed = measures.filter(({ extra = false }) => !extra).map(({ verdict }) => verdict)
  if (claimed.includes('fails')) return 'fails'
  return claimed.length > 0 && claimed.every((verdict) => verdict === 'holds') ? 'holds' : 'inconclusive'
}

/** The measure that decides: of those that are claimed, the one furthest on the wrong side for its threshold. */
export function deciding(measures: readonly Measure[]): Measure | undefined {
  const rank: Record<Verdict, number> = { fails: 0, inconclusive: 1, holds: 2 }
  const claimed = measures.filter(({ extra }) => !extra)
  return [...claimed].sort((a, b) => rank[a.verdict] - rank[b.verdict] || margin(a) - margin(b))[0]
}

/** How far on the claimed side. */
function margin({ estimate: { mean }, side, than }: Measure): number {
  const distance = side === 'above' ? mean - than : than - mean
  return Number.isNaN(distance) ? Number.NEGATIVE_INFINITY : distance
}

/** `< 0.1` */
export function claimedSide({ side, than }: Measure, write: (value: number) => string): string {
  return `${side === 'above' ? '>' : '<'} ${write(than)}`
}
