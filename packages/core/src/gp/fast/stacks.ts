import { dotInOrder, minusDot, padded, rowStart, solveEntry } from './order.ts'

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

/** One expert's two-stack Cholesky factor of a sliding window; what it is, see `assembly/layout.ts`. */
export class Stacks {
  mean = 0
  variance = 1
  readonly bytes: number
  readonly #told: StacksOptions
  /** Length of a row of the older stack, and points that the newer one has room for. */
  readonly #size: number
  readonly #room: number
  /** The older stack: its factor, L⁻¹y, L⁻¹1 and the row at hand. */
  readonly #L: Float64Array
  readonly #z: Float64Array
  readonly #o: Float64Array
  readonly #v: Float64Array
  /** The newer stack: its rows against the older one, its Schur complement M D Mᵀ, and the row at hand. */
  readonly #C: Float64Array
  readonly #M: Float64Array
  readonly #D: Float64Array
  readonly #inverse: Float64Array
  readonly #zB: Float64Array
  readonly #oB: Float64Array
  readonly #r: Float64Array
  /** The row of a point that has gone, which the Schur complement takes in before the next prediction. */
  readonly #w: Float64Array
  #wz = 0
  #wo = 0
  #pending = false
  /** Points in the older stack and in the newer one. */
  #f = 0
  #m = 0
  /** While a factor is being built: the round at which it began, and how many of its points are done. */
  #start = 0
  #step = 0
  /** What the row at hand says of f, the constant kernel left aside. */
  #rowMean = 0
  #level = 0
  #pivot = 1

  constructor(told: StacksOptions) {
    const size = padded(told.window - told.lag)
    const room = told.period + told.lag + 1
    this.#told = told
    this.#size = size
    this.#room = room
    this.#L = new Float64Array(rowStart(size))
    this.#C = new Float64Array(room * size)
    this.#M = new Float64Array(room * room)
    this.bytes = this.#L.byteLength + this.#C.byteLength + this.#M.byteLength
    this.#z = new Float64Array(size)
    this.#o = new Float64Array(size)
    this.#v = new Float64Array(size)
    this.#D = new Float64Array(room)
    this.#inverse = new Float64Array(room)
    this.#zB = new Float64Array(room)
    this.#oB = new Float64Array(room)
    this.#r = new Float64Array(room)
    this.#w = new Float64Array(room)
  }

  clear(): void {
    this.#f = this.#m = 0
    this.#pending = false
  }

  /** Starts afresh with the `size` points before `round` as the older stack. */
  begin(round: number, size: number): void {
    this.#start = round
    this.#f = size
    this.#m = this.#step = 0
    this.#z.fill(0)
    this.#o.fill(0)
    this.#pending = false
  }

  /** Works until a share of the whole is done, as far as the `arrived` points since allow. */
  work(share: number, arrived: number): void {
    const f = this.#f
    const last = f + this.#told.lag
    const cost = (i: number): number => (i < f ? i * i : f * f + 2 * f * (i - f)) + 50
    let total = 0
    for (let i = 0; i < last; i++) total += cost(i)
    let spent = 0
    for (let i = 0; i < this.#step; i++) spent += cost(i)
    while (this.#step < last && (share === 1 || spent < share * total) && this.#step < f + arrived) {
      spent += cost(this.#step)
      if (this.#step < f) this.#factorRow(this.#step)
      else this.#followPoint()
      this.#step++
    }
  }

  /** Beliefs from the kernel row of x against the slots of the window, and c(x, x). */
  predict(kernel: Float64Array, prior: number, round: number): void {
    const { window, constant, ratio } = this.#told
    if (this.#pending) this.#drop()
    const newest = round - 1 - this.#m
    for (let j = 0; j < this.#f; j++) this.#v[j] = kernel[(newest - j) % window]
    for (let j = 0; j < this.#m; j++) this.#r[j] = kernel[(newest + 1 + j) % window]
    this.#solve(this.#f)
    this.#project(prior)
    this.mean = this.#rowMean
    this.variance = this.#pivot - ratio
    if (constant !== 0) this.#addLevel(constant)
  }

  observe(y: number, full: boolean): void {
    this.#append(y)
    if (!full) return
    const f = --this.#f
    for (let j = 0; j < this.#m; j++) this.#w[j] = this.#C[j * this.#size + f]
    this.#wz = this.#z[f]
    this.#wo = this.#o[f]
    this.#z[f] = 0
    this.#o[f] = 0
    this.#pending = true
  }

  /** Adds what the unknown level does to the mean and the variance. */
  #addLevel(constant: number): void {
    const whole = padded(this.#f)
    let oo = dotInOrder(this.#o, 0, this.#o, whole)
    let oz = dotInOrder(this.#o, 0, this.#z, whole)
    for (let j = 0; j < this.#m; j++) {
      const x = this.#oB[j] * this.#D[j]
      oo += x * this.#oB[j]
      oz += x * this.#zB[j]
    }
    const spread = constant / (1 + constant * oo)
    const rest = 1 - this.#level
    this.mean += spread * oz * rest
    this.variance += spread * rest * rest
  }

  #between(newer: number, older: number): number {
    const { stored, window } = this.#told
    return stored[(newer % window) * window + (older % window)]
  }

  /** v ← L⁻¹v over the first `count` rows, the rest of the last block zero. */
  #solve(count: number): void {
    const v = this.#v
    for (let i = 0; i < count; i++) v[i] = solveEntry(this.#L, v, i)
    v.fill(0, count, padded(count))
  }

  /** M D Mᵀ ← M D Mᵀ + w wᵀ, with z and o; M column by column; see `updateAndSubstitute` in `assembly/schur.ts`. */
  #drop(): void {
    const [D, inverse, zB, oB, w, M, m, room] = [
      this.#D,
      this.#inverse,
      this.#zB,
      this.#oB,
      this.#w,
      this.#M,
      this.#m,
      this.#room,
    ] as const
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
      this.#wz -= p * zB[j]
      zB[j] += e * this.#wz
      this.#wo -= p * oB[j]
      oB[j] += e * this.#wo
      for (let i = j + 1, q = j * room + j + 1; i < m; i++, q++) {
        w[i] -= p * M[q]
        M[q] += e * w[i]
      }
    }
    this.#pending = false
  }

  /** r ← M⁻¹(r − C v) and what the row says of f, the constant kernel left aside. */
  #project(prior: number): void {
    const [v, r, M, m, room] = [this.#v, this.#r, this.#M, this.#m, this.#room] as const
    const whole = padded(this.#f)
    for (let i = 0; i < m; i++) r[i] = minusDot(r[i], this.#C, i * this.#size, v, whole)
    for (let j = 0; j < m; j++) for (let i = j + 1; i < m; i++) r[i] -= M[j * room + i] * r[j]
    let g = prior - dotInOrder(v, 0, v, whole)
    let mean = dotInOrder(v, 0, this.#z, whole)
    let level = dotInOrder(v, 0, this.#o, whole)
    for (let j = 0; j < m; j++) {
      g -= r[j] * r[j] * this.#inverse[j]
      mean += r[j] * this.#zB[j]
      level += r[j] * this.#oB[j]
    }
    if (!(g > 0 || prior === 0)) g = mean = Number.NaN
    this.#rowMean = mean
    this.#level = level
    this.#pivot = g + this.#told.ratio
  }

  #append(y: number): void {
    const m = this.#m++
    const pivot = this.#pivot
    for (let j = 0; j < padded(this.#f); j++) this.#C[m * this.#size + j] = this.#v[j]
    for (let j = 0; j < m; j++) this.#M[j * this.#room + m] = this.#r[j] * this.#inverse[j]
    this.#D[m] = pivot
    this.#inverse[m] = 1 / pivot
    this.#zB[m] = (y - this.#rowMean) / pivot
    this.#oB[m] = (1 - this.#level) / pivot
  }

  #factorRow(i: number): void {
    const { window, priors, targets, ratio } = this.#told
    const [L, v, z, o] = [this.#L, this.#v, this.#z, this.#o] as const
    const point = this.#start - 1 - i
    const row = rowStart(i)
    const whole = i & ~3
    for (let j = 0; j < i; j++) v[j] = this.#between(this.#start - 1 - j, point)
    for (let j = 0; j < i; j++) L[row + j] = v[j] = solveEntry(L, v, j)
    const prior = priors[point % window]
    let g = prior - dotInOrder(v, 0, v, whole)
    for (let j = whole; j < i; j++) g -= v[j] * v[j]
    L[row + i] = 1 / Math.sqrt(g > 0 || prior === 0 ? g + ratio : Number.NaN)
    z[i] = targets[point % window]
    o[i] = 1
    z[i] = solveEntry(L, z, i)
    o[i] = solveEntry(L, o, i)
  }

  #followPoint(): void {
    const { window, priors, targets } = this.#told
    const point = this.#start + this.#m
    for (let j = 0; j < this.#f; j++) this.#v[j] = this.#between(point, this.#start - 1 - j)
    for (let j = 0; j < this.#m; j++) this.#r[j] = this.#between(point, this.#start + j)
    this.#solve(this.#f)
    this.#project(priors[point % window])
    this.#append(targets[point % window])
  }
}
