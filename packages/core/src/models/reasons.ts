/** What one column, a part of the calendar, or the past outcomes did to a forecast. Plain data. */
export interface Reason {
  readonly column: string
  /** How much of the forecast it makes up, in units of y; of classes, of the probability. */
  readonly effect: number
  /** |effect| as a share of all of them: 0 to 1. */
  readonly share: number
}

/** Why a forecast is what it is, the largest effect first. Plain data. */
export interface Reasons {
  /** The class whose probability is explained; null for numbers. */
  readonly label: string | null
  readonly forecast: number
  /** The forecast where nothing is known of the row. */
  readonly base: number
  readonly columns: readonly Reason[]
}

/** An explanation that pauses after each source, so that others may have their turn: each takes two forecasts. */
export type Explaining = Generator<undefined, Reasons, void>

export function finished(explaining: Explaining): Reasons {
  for (;;) {
    const { done, value } = explaining.next()
    if (done) return value
  }
}

/**
 * The effect of each source: half of what the forecast loses without it, and half of what it gains by it alone.
 *
 *     effect_j = ½ [f(all) − f(all but j)] + ½ [f(j alone) − f(nothing)]
 *
 * What is not known is as the known suggest. So two columns that say the same share what they say, where leaving out
 * one of them would show nothing.
 *
 * @param sources what forecasts may come from: columns, parts of the calendar, past outcomes
 * @param value the forecast where these of them are not known
 */
export function* explain(
  sources: readonly string[],
  value: (hidden: readonly string[]) => number,
  label: string | null,
): Explaining {
  const forecast = value([])
  const base = value(sources)
  const effects: Omit<Reason, 'share'>[] = []
  for (const column of sources) {
    const without = forecast - value([column])
    const alone = value(sources.filter((other) => other !== column)) - base
    effects.push({ column, effect: (without + alone) / 2 })
    yield
  }
  const total = effects.reduce((sum, { effect }) => sum + Math.abs(effect), 0)
  const columns = effects
    .map(({ column, effect }) => ({ column, effect, share: total > 0 ? Math.abs(effect) / total : 0 }))
    .sort((a, b) => b.share - a.share)
  return { label, forecast, base, columns }
}

/** How much a column mattered over some forecasts. Plain data. */
export interface ColumnShare {
  readonly column: string
  /** The mean size of its effect. */
  readonly effect: number
  /** Its part in how far forecasts moved from what they are where nothing is known: 0 to 1. */
  readonly share: number
}

/**
 * How much each column mattered over some forecasts, the most first.
 *
 * Sizes of effects never cancel, so that a column which does not matter would keep a share by the noise of its estimate.
 * Its part in the square of the way that forecasts move does cancel: effects of noise have no side, and are small where
 * squared. Two columns that say the same still share what they say.
 */
export function sharesOfReasons(all: readonly Reasons[]): ColumnShare[] {
  const sums = new Map<string, { size: number; part: number }>()
  for (const { forecast, base, columns } of all) {
    for (const { column, effect } of columns) {
      const part = effect * (forecast - base)
      const sum = sums.get(column) ?? { size: 0, part: 0 }
      if (Number.isFinite(part))
        sums.set(column, { size: sum.size + Math.abs(effect), part: sum.part + part })
    }
  }
  const shares = sharesOfParts(Array.from(sums.values(), ({ part }) => part))
  return Array.from(sums, ([column, { size }], i) => ({
    column,
    effect: size / all.length,
    share: shares[i],
  })).sort((a, b) => b.share - a.share)
}

/** Parts as shares of their sum; a column that moved forecasts against their way has none. */
export function sharesOfParts(parts: readonly number[]): number[] {
  const total = parts.reduce((sum, part) => sum + Math.max(0, part), 0)
  return parts.map((part) => (total > 0 ? Math.max(0, part) / total : 0))
}
