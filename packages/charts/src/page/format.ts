/** Numbers and times as pages show them: three digits are enough, a true minus, a thin space before the percent sign. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const DAY = 86_400_000

/** 20.2, 761, 1,050, −0.031, 2.1e+9. */
export function amount(value: number | null | undefined, decimals?: number): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–'
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞'
  const size = Math.abs(value)
  const sign = value < 0 ? '−' : ''
  if (size >= 1e9 || (size > 0 && size < 1e-4)) return sign + size.toPrecision(3).replace('e-', 'e−')
  const shown = size.toFixed(decimals ?? decimalsOf(size))
  if (Number(shown) === 0) return shown
  const [whole, rest] = shown.split('.') as [string, string?]
  return `${sign}${inThousands(whole)}${rest === undefined ? '' : `.${rest}`}`
}

/** An outcome as it came: whole where it is whole. */
export function outcomeText(value: number | null | undefined): string {
  return Number.isInteger(value) ? amount(value, 0) : amount(value)
}

/** By slices: a pattern that looks ahead to the end at every digit takes quadratic time. */
function inThousands(digits: string): string {
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return groups.join(',')
}

function decimalsOf(size: number): number {
  if (size === 0 || size >= 100) return 0
  return size >= 10 ? 1 : Math.min(6, 2 - Math.floor(Math.log10(Math.min(9.99, size))))
}

/** 548 to 696; in words where an end is infinite. */
export function rangeText(lower: number | null | undefined, upper: number | null | undefined): string {
  if (lower === -Infinity && upper === Infinity) return 'any value, too little is known'
  if (lower === -Infinity) return `at most ${amount(upper)}`
  return upper === Infinity ? `at least ${amount(lower)}` : `${amount(lower)} to ${amount(upper)}`
}

/** 90.1 %, or 90 % without decimals. */
export function percentage(share: number | null | undefined, decimals = 0): string {
  if (share === null || share === undefined || Number.isNaN(share)) return '–'
  return `${(100 * share).toFixed(decimals).replace(/^-/, '−')}\u202f%`
}

/** 14 Sep. */
export function day(time: number): string {
  const date = new Date(time)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

/** 14 Sep 2026. */
export function dayOfYear(time: number): string {
  return `${day(time)} ${new Date(time).getUTCFullYear()}`
}

/** 14:55. */
export function clock(time: number): string {
  return new Date(time).toISOString().slice(11, 16)
}

/** A time as exactly as rows of this spacing need it: a month, a day or a minute. */
export function moment(time: number, spacing: number): string {
  const date = new Date(time)
  if (spacing >= 360 * DAY) return String(date.getUTCFullYear())
  if (spacing >= 27 * DAY) return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
  const whole = `${WEEKDAYS[date.getUTCDay()]} ${dayOfYear(time)}`
  return spacing >= DAY ? whole : `${whole} ${clock(time)}`
}

/** The name of a month, or the year in January's place. */
export function monthOrYear(time: number): { readonly label: string; readonly strong: boolean } {
  const date = new Date(time)
  const month = date.getUTCMonth()
  return month === 0
    ? { label: String(date.getUTCFullYear()), strong: true }
    : { label: MONTHS[month] as string, strong: false }
}

/** 14:55:05. */
export function clockWithSeconds(time: number): string {
  return new Date(time).toISOString().slice(11, 19)
}
