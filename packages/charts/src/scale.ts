/** Maps data to pixels, and knows where its ticks are. */
export interface Scale {
  readonly domain: readonly [number, number]
  at(value: number): number
  readonly ticks: readonly Tick[]
}

export interface Tick {
  readonly value: number
  readonly label: string
}

export interface ScaleOptions {
  readonly domain: readonly [number, number]
  /** Pixels of the domain's ends. */
  readonly range: readonly [number, number]
  /** @default 'linear' */
  readonly kind?: 'linear' | 'log' | undefined
  /** Roughly how many ticks, or which. @default 5 */
  readonly ticks?: number | readonly Tick[] | undefined
}

export function scale({ domain, range, kind = 'linear', ticks = 5 }: ScaleOptions): Scale {
  const to = kind === 'log' ? Math.log : (value: number) => value
  const low = to(domain[0])
  const span = to(domain[1]) - low || 1
  const chosen = typeof ticks !== 'number' ? ticks : (kind === 'log' ? logTicks : linearTicks)(domain, ticks)
  return {
    domain,
    at: (value) => range[0] + ((to(value) - low) / span) * (range[1] - range[0]),
    ticks: chosen.filter(({ value }) => value >= domain[0] && value <= domain[1]),
  }
}

/** Round numbers at steps of 1, 2 or 5 times a power of ten. */
export function linearTicks([low, high]: readonly [number, number], count: number): Tick[] {
  const raw = (high - low) / Math.max(1, count)
  // Steps must be far coarser than the spacing of doubles, or counting them would not end.
  const size = Math.max(Math.abs(low), Math.abs(high))
  if (!(raw > size * 1e-9 && raw < Infinity)) return [{ value: low, label: short(low) }]
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = power * ([1, 2, 5, 10].find((m) => m * power >= raw * 0.85) ?? 10)
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const ticks: Tick[] = []
  // Counted in steps, so that rounding does not build up along the axis.
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) {
    const value = i * step
    ticks.push({ value, label: digits > 6 || size >= 1e6 ? short(value) : label(value, digits) })
  }
  return ticks
}

/** Powers of ten; with less than two of them, also their doubles and fivefolds. */
export function logTicks([low, high]: readonly [number, number], count: number): Tick[] {
  const decades = Math.log10(high / low)
  if (decades < 0.4) return linearTicks([low, high], count)
  const within = decades >= 2 ? [1] : decades >= 1 ? [1, 2, 5] : [1, 1.5, 2, 3, 5, 7]
  const every = Math.max(1, Math.round(decades / count))
  const ticks: Tick[] = []
  for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++) {
    if (e % every !== 0) continue
    for (const m of within) ticks.push({ value: m * 10 ** e, label: short(m * 10 ** e) })
  }
  return ticks.filter(({ value }) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
}

/** A number as an axis writes it: a true minus sign, no needless zeros. */
export function short(value: number): string {
  const size = Math.abs(value)
  const plain = value === 0 || (size >= 1e-4 && size < 1e7)
  const text = plain ? String(Number(value.toPrecision(4))) : power(value)
  return text.replace('-', '−')
}

function power(value: number): string {
  const [mantissa, exponent] = value
    .toExponential(Math.abs(value) < 1 ? 0 : 1)
    .replace('.0', '')
    .split('e') as [string, string]
  const raised = exponent.replace('+', '').replace(/[-\d]/g, (c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)])
  return mantissa === '1' ? `10${raised}` : `${mantissa}·10${raised}`
}

function label(value: number, digits: number): string {
  return (value === 0 ? 0 : value).toFixed(digits).replace('-', '−')
}
