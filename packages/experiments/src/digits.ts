/** A number for people: a few digits, and a true minus sign. */
export function digits(value: number, count: number = 4): string {
  if (Number.isNaN(value)) return '–'
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞'
  const size = Math.abs(value)
  // What is zero but for an underflow reads as zero.
  if (size < 1e-100) return '0'
  const tiny = size !== 0 && (size < 1e-3 || size >= 1e5)
  const text = tiny ? value.toExponential(Math.min(2, count - 1)) : String(Number(value.toPrecision(count)))
  return text.replace(/-/g, '−')
}
