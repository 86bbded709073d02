import { dotInOrder, minusDot, padded, rowStart, solveEntry } from './order.ts'

/** One expert's two-stack Cholesky factor of a sliding window; what it is, see `assembly/layout.ts`. */
export interface Stacks {
  mean: number
  variance: number
  readonly bytes: number
  clear(): void
  /** Starts afresh with the `size` points before `round` as the older stack. */
  begin(round: number, size: number): void
  /** Works until a share of the whole is done, as far as the `arrived` points since allow. */
  work(share: number, arrived: number): void
  /** Beliefs from the kernel row of x against the slots of the window, and c(x, x). */
  predict(kernel: Float64Array, prior: number, round: number): void
  observe(y: number, full: boolean): void
}

/** What a factor is told of its expert, and of the points in the window by their slots. */
export interface StacksOptions {
  readonly window: number
  readonly lag: number
  readonly period: number
  readonly ratio: number
  readonly constant: number
  /** Kernel rows, window × window; c(x, x); y. */
  readonly stored: Float64Array
  readonly priors: Float64Array
  readonly targets: Float64Array
}

export function createStacks(options: StacksOptions): Stacks {
  const { window, lag, period, ratio, constant, stored, priors, targets } = options
  const size = padded(window - lag)
  const room = period + lag + 1
  const L = new Float64Array(rowStart(size))
  const C = new Float64Array(room * size)
  const M = new Float64Array(room * room)
  const [z, o, v] = [0, 1, 2].map(() => new Float64Array(size))
  const [D, inverse, zB, oB, r, w] = [0, 1, 2, 3, 4, 5].map(() => new Float64Array(room))
  let f = 0
  let m = 0
  let pending = false
  let wz = 0
  let wo = 0
  let start = 0
  let step = 0
  const belief = { mean: 0, level: 0, pivot: 1 }

  const slotOf = (point: number): number => point % window
  const between = (newer: number, older: number): number => stored[slotOf(newer) * window + slotOf(older)]

  /** v ← L⁻¹v over the first `count` rows, the rest of the last block zero. */
  function solve(count: number): void {
    for (let i = 0; i < count; i++) v[i] = solveEntry(L, v, i)
    v.fill(0, count, padded(count))
  }

  /** M D Mᵀ ← M D Mᵀ + w wᵀ, with z and o; M column by column; see `updateAndSubstitute` in `assembly/schur.ts`. */
  function drop(): void {
    let beta = 1
    let inverseBeta = 1
    for (let j = 0; j < m; j++) {
      const p = w[j]
      const scaled = p * inverse[j]
      D[j] += p * p * inverseBeta
      inverse[j] = 1 / D[j]
      beta += p * scaled
      inverseBeta = 1 / beta
      const e = scaled * inverseBeta
      wz -= p * zB[j]
      zB[j] += e * wz
      wo -= p * oB[j]
      oB[j] += e * wo
      for (let i = j + 1, q = j * room + j + 1; i < m; i++, q++) {
        w[i] -= p * M[q]
        M[q] += e * w[i]
      }
    }
    pending = false
  }

  /** r ← M⁻¹(r − C v) and what the row says of f, the constant kernel left aside. */
  function project(prior: number): void {
    const whole = padded(f)
    for (let i = 0; i < m; i++) r[i] = minusDot(r[i], C, i * size, v, whole)
    for (let j = 0; j < m; j++) for (let i = j + 1; i < m; i++) r[i] -= M[j * room + i] * r[j]
    let g = prior - dotInOrder(v, 0, v, whole)
    let mean = dotInOrder(v, 0, z, whole)
    let level = dotInOrder(v, 0, o, whole)
    for (let j = 0; j < m; j++) {
      g -= r[j] * r[j] * inverse[j]
      mean += r[j] * zB[j]
      level += r[j] * oB[j]
    }
    if (!(g > 0 || prior === 0)) g = mean = Number.NaN
    belief.mean = mean
    belief.level = level
    belief.pivot = g + ratio
  }

  function append(y: number): void {
    for (let j = 0; j < padded(f); j++) C[m * size + j] = v[j]
    for (let j = 0; j < m; j++) M[j * room + m] = r[j] * inverse[j]
    D[m] = belief.pivot
    inverse[m] = 1 / belief.pivot
    zB[m] = (y - belief.mean) / belief.pivot
    oB[m] = (1 - belief.level) / belief.pivot
    m++
  }

  function factorRow(i: number): void {
    const point = start - 1 - i
    const row = rowStart(i)
    const whole = i & ~3
    for (let j = 0; j < i; j++) v[j] = between(start - 1 - j, point)
    for (let j = 0; j < i; j++) L[row + j] = v[j] = solveEntry(L, v, j)
    const prior = priors[slotOf(point)]
    let g = prior - dotInOrder(v, 0, v, whole)
    for (let j = whole; j < i; j++) g -= v[j] * v[j]
    L[row + i] = 1 / Math.sqrt(g > 0 || prior === 0 ? g + ratio : Number.NaN)
    z[i] = targets[slotOf(point)]
    o[i] = 1
    z[i] = solveEntry(L, z, i)
    o[i] = solveEntry(L, o, i)
  }

  function followPoint(): void {
    const point = start + m
    for (let j = 0; j < f; j++) v[j] = between(point, start - 1 - j)
    for (let j = 0; j < m; j++) r[j] = between(point, start + j)
    solve(f)
    project(priors[slotOf(point)])
    append(targets[slotOf(point)])
  }

  const cost = (i: number): number => (i < f ? i * i : f * f + 2 * f * (i - f)) + 50

  const stacks: Stacks = {
    mean: 0,
    variance: 1,
    bytes: L.byteLength + C.byteLength + M.byteLength,
    clear() {
      f = m = 0
      pending = false
    },
    begin(round, count) {
      start = round
      f = count
      m = step = 0
      z.fill(0)
      o.fill(0)
      pending = false
    },
    work(share, arrived) {
      let total = 0
      for (let i = 0; i < f + lag; i++) total += cost(i)
      let spent = 0
      for (let i = 0; i < step; i++) spent += cost(i)
      while (step < f + lag && (share === 1 || spent < share * total) && step < f + arrived) {
        spent += cost(step)
        if (step < f) factorRow(step)
        else followPoint()
        step++
      }
    },
    predict(kernel, prior, round) {
      if (pending) drop()
      const newest = round - 1 - m
      for (let j = 0; j < f; j++) v[j] = kernel[slotOf(newest - j)]
      for (let j = 0; j < m; j++) r[j] = kernel[slotOf(newest + 1 + j)]
      solve(f)
      project(prior)
      stacks.mean = belief.mean
      stacks.variance = belief.pivot - ratio
      if (constant === 0) return
      let oo = dotInOrder(o, 0, o, padded(f))
      let oz = dotInOrder(o, 0, z, padded(f))
      for (let j = 0; j < m; j++) {
        const x = oB[j] * D[j]
        oo += x * oB[j]
        oz += x * zB[j]
      }
      const spread = constant / (1 + constant * oo)
      const rest = 1 - belief.level
      stacks.mean += spread * oz * rest
      stacks.variance += spread * rest * rest
    },
    observe(y, full) {
      append(y)
      if (!full) return
      f--
      for (let j = 0; j < m; j++) w[j] = C[j * size + f]
      wz = z[f]
      wo = o[f]
      z[f] = 0
      o[f] = 0
      pending = true
    },
  }
  return stacks
}
