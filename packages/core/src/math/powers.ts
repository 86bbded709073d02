/** x². A product, and not Math.pow, whose last digit differs between engines. */
export function square(x: number): number {
  return x * x
}

/** xⁿ for a whole n ≥ 0, by products from the left. */
export function wholePower(x: number, n: number): number {
  let power = 1
  for (let i = 0; i < n; i++) power *= x
  return power
}

/** What is left after one round of something that halves in so many. */
export function keptPerRound(halfLife: number): number {
  return Math.exp(-Math.LN2 / halfLife)
}

/** 2ⁿ for a whole n, exactly; 0 and Infinity where a double holds no such power. */
export function powerOfTwo(n: number): number {
  let power = 1
  const factor = n < 0 ? 0.5 : 2
  for (let i = Math.min(Math.abs(n), 1100); i > 0; i--) power *= factor
  return power
}

/** The least power of two that is not below x > 0. */
export function ceilingPowerOfTwo(x: number): number {
  let power = 1
  while (power < x) power *= 2
  while (power * 0.5 >= x) power *= 0.5
  return power
}
