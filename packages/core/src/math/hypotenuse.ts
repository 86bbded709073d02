/** √(a² + b²) without overflow or underflow; many times faster than Math.hypot. */
export function hypotenuse(a: number, b: number): number {
  const square = a * a + b * b
  if (square > 1e-280 && square < Infinity) return Math.sqrt(square)
  const larger = Math.max(Math.abs(a), Math.abs(b))
  if (larger === 0 || larger === Infinity) return larger
  const ratio = Math.min(Math.abs(a), Math.abs(b)) / larger
  return larger * Math.sqrt(1 + ratio * ratio)
}
