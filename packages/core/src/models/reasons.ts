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
export function reasonsOf(
  sources: readonly string[],
  value: (hidden: readonly string[]) => number,
  label: string | null,
): Reasons {
  const forecast = value([])
  const base = value(sources)
  const effects = sources.map((column) => {
    const without = forecast - value([column])
    const alone = value(sources.filter((other) => other !== column)) - base
    return { column, effect: (without + alone) / 2 }
  })
  const total = effects.reduce((sum, { effect }) => sum + Math.abs(effect), 0)
  const columns = effects
    .map(({ column, effect }) => ({ column, effect, share: total > 0 ? Math.abs(effect) / total : 0 }))
    .sort((a, b) => b.share - a.share)
  return { label, forecast, base, columns }
}
