/** Nodes in (−1, 1), ascending, and their weights, which sum to 2. */
export interface QuadratureRule {
  readonly nodes: Float64Array
  readonly weights: Float64Array
}

export interface IntegrateOptions {
  /** Gauss–Legendre nodes per panel. @default 32 */
  readonly nodes?: number
  /** Equal panels between one breakpoint and the next. @default 1 */
  readonly panels?: number
}

/**
 * Gauss–Legendre rule of n nodes, exact for polynomials of degree 2n − 1.
 *
 *     Pₙ(xᵢ) = 0,   wᵢ = 2 / ((1 − xᵢ²) Pₙ′(xᵢ)²)
 *
 * Newton from Tricomi's estimate of each root. Computed anew at each call: keep the rule.
 */
export function gaussLegendre(n: number): QuadratureRule {
  const nodes = new Float64Array(n)
  const weights = new Float64Array(n)
  for (let i = 0; 2 * i < n; i++) {
    let x = (1 - (n - 1) / (8 * n * n * n)) * Math.cos((Math.PI * (i + 0.75)) / (n + 0.5))
    let slope = 0
    // From two digits at worst, four steps reach the last bit; the weight needs the slope there.
    for (let step = 0; step < 5; step++) {
      let previous = 1
      let value = x
      for (let k = 2; k <= n; k++) {
        const next = ((2 * k - 1) * x * value - (k - 1) * previous) / k
        previous = value
        value = next
      }
      slope = (n * (previous - x * value)) / (1 - x * x)
      x -= value / slope
    }
    if (2 * i + 1 === n) x = 0
    const weight = 2 / ((1 - x * x) * slope * slope)
    nodes[i] = -x
    nodes[n - 1 - i] = x
    weights[i] = weight
    weights[n - 1 - i] = weight
  }
  return { nodes, weights }
}

const DEFAULT_NODES = 32
/** Rules by their number of nodes, kept once made. */
const rules = /* @__PURE__ */ new Map<number, QuadratureRule>()

function ruleOf(count: number): QuadratureRule {
  const kept = rules.get(count)
  if (kept) return kept
  const made = gaussLegendre(count)
  rules.set(count, made)
  return made
}

/**
 * ∫ f from the first breakpoint to the last, by a Gauss–Legendre rule between each and the next.
 *
 * Put a breakpoint at every kink: a rule that straddles one converges only as 1/n².
 */
export function integrate(
  f: (x: number) => number,
  breakpoints: readonly number[],
  { nodes: count = DEFAULT_NODES, panels = 1 }: IntegrateOptions = {},
): number {
  const { nodes, weights } = ruleOf(count)
  let total = 0
  for (let b = 1; b < breakpoints.length; b++) {
    const half = (breakpoints[b] - breakpoints[b - 1]) / (2 * panels)
    for (let p = 0; p < panels; p++) {
      const middle = breakpoints[b - 1] + (2 * p + 1) * half
      let sum = 0
      for (let i = 0; i < nodes.length; i++) sum += weights[i] * f(middle + half * nodes[i])
      total += half * sum
    }
  }
  return total
}
