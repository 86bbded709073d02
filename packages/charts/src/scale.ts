import { scaleLinear, scaleLog } from 'd3-scale'

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
  const made = kind === 'log' ? logScale : linearScale
  const { at, ticks: found } = made(domain, range, typeof ticks === 'number' ? ticks : 0)
  const chosen = typeof ticks === 'number' ? found : ticks
  return { domain, at, ticks: chosen.filter(({ value }) => value >= domain[0] && value <= domain[1]) }
}

type Ends = readonly [number, number]

/** Ticks with as many decimals as their step has, unless they are too large or too close for that. */
function linearScale(domain: Ends, range: Ends, count: number): Omit<Scale, 'domain'> {
  const at = scaleLinear(domain, range)
  const size = Math.max(Math.abs(domain[0]), Math.abs(domain[1]))
  const span = domain[1] - domain[0]
  // Steps near the spacing of doubles cannot be counted.
  const ticks = span > size * 1e-9 && span > 1e-300 ? at.ticks(count) : [domain[0]]
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : 0
  const isPlain = step >= 1e-6 && size < 1e6
  const write = isPlain ? at.tickFormat(count, 'f') : short
  return { at, ticks: ticks.map((value) => ({ value, label: write(value) })) }
}

/** Powers of ten and, where there are few, multiples of them: those that there is room to name. */
function logScale(domain: Ends, range: Ends, count: number): Omit<Scale, 'domain'> {
  const at = scaleLog(domain, range)
  const named = at.tickFormat(count)
  const ticks = at.ticks(count).filter((value) => named(value) !== '')
  return { at, ticks: ticks.map((value) => ({ value, label: short(value) })) }
}

/** A number as an axis writes it: a true minus sign, no needless zeros. */
export function short(value: number): string {
  const size = Math.abs(value)
  const plain = value === 0 || (size >= 1e-4 && size < 1e7)
  const text = plain ? String(Number(value.toPrecision(4))) : power(value)
  return text.replace('-', '−')
}

function power(value: number): string {
  const [mantissa, exponent] = value.toExponential(1).replace('.0', '').split('e') as [string, string]
  const raised = exponent.replace('+', '').replace(/[-\d]/g, (c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)])
  return mantissa === '1' ? `10${raised}` : `${mantissa}·10${raised}`
}
