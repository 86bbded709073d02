/** One expert's two-stack Cholesky factor of a sliding window; what it is, see `assembly/window.ts`. */
export interface Stacks {
  mean: number
  variance: number
  clear(): void
  /** Starts afresh with the `size` points before `round` as the older stack. */
  begin(round: number, size: number): void
  /** Works until a share of the whole is done, as far as the `arrived` points since allow. */
  work(share: number, arrived: number): void
  /** Beliefs from the kernel row of x against the slots of the window. */
  predict(kernel: Float64Array, round: number): void
  observe(y: number, full: boolean): void
}

export function createStacks(
  window: number,
  lag: number,
  period: number,
  ratio: number,
  constant: number,
  stored: Float64Array,
  targets: Float64Array,
): Stacks {
  const size = window - lag
  const room = period + lag + 1
  const L = new Float64Array((size * (size + 1)) / 2)
  const C = new Float64Array(room * size)
  const M = new Float64Array(room * room)
  const [z, o, v] = [0, 1, 2].map(() => new Float64Array(window))
  const [D, zB, oB, r, w] = [0, 1, 2, 3, 4].map(() => new Float64Array(room))
  let f = 0
  let m = 0
  let pending = false
  let wz = 0
  let wo = 0
  let start = 0
  let step = 0
  const prior = { mean: 0, level: 0, pivot: 1 }

  const slotOf = (point: number): number => point % window
  const between = (newer: number, older: number): number => stored[slotOf(newer) * window + slotOf(older)]

  /** v ← L⁻¹v over the first `count` rows. Small terms first: those of the first columns are the large ones. */
  function solve(count: number): void {
    for (let i = 0; i < count; i++) {
      const p = (i * (i + 1)) / 2
      let s = 0
      for (let j = i - 1; j >= 0; j--) s += L[p + j] * v[j]
      v[i] = (v[i] - s) / L[p + i]
    }
  }

  /** M D Mᵀ ← M D Mᵀ + w wᵀ, with z and o; M column by column. */
  function drop(): void {
    let alpha = 1
    for (let j = 0; j < m; j++) {
      const p = w[j]
      const old = D[j]
      D[j] = old + alpha * p * p
      const e = (alpha * p) / D[j]
      alpha *= old / D[j]
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
  function project(): void {
    let g = 1
    let mean = 0
    let level = 0
    for (let i = 0; i < m; i++) {
      let s = 0
      for (let j = f - 1, q = i * size; j >= 0; j--) s += C[q + j] * v[j]
      r[i] -= s
    }
    for (let j = 0; j < m; j++) for (let i = j + 1; i < m; i++) r[i] -= M[j * room + i] * r[j]
    for (let i = 0; i < f; i++) {
      g -= v[i] * v[i]
      mean += v[i] * z[i]
      level += v[i] * o[i]
    }
    for (let j = 0; j < m; j++) {
      g -= (r[j] * r[j]) / D[j]
      mean += r[j] * zB[j]
      level += r[j] * oB[j]
    }
    if (!(g > 0)) g = mean = Number.NaN
    prior.mean = mean
    prior.level = level
    prior.pivot = g + ratio
  }

  function append(y: number): void {
    for (let j = 0; j < f; j++) C[m * size + j] = v[j]
    for (let j = 0; j < m; j++) M[j * room + m] = r[j] / D[j]
    D[m] = prior.pivot
    zB[m] = (y - prior.mean) / prior.pivot
    oB[m] = (1 - prior.level) / prior.pivot
    m++
  }

  function factorRow(i: number): void {
    const point = start - 1 - i
    for (let j = 0; j < i; j++) v[j] = between(start - 1 - j, point)
    solve(i)
    let g = 1
    let mean = 0
    let level = 0
    for (let j = 0, p = (i * (i + 1)) / 2; j < i; j++, p++) {
      L[p] = v[j]
      g -= v[j] * v[j]
      mean += v[j] * z[j]
      level += v[j] * o[j]
    }
    const root = g > 0 ? Math.sqrt(g + ratio) : Number.NaN
    L[(i * (i + 1)) / 2 + i] = root
    z[i] = (targets[slotOf(point)] - mean) / root
    o[i] = (1 - level) / root
  }

  function followPoint(): void {
    const point = start + m
    for (let j = 0; j < f; j++) v[j] = between(point, start - 1 - j)
    for (let j = 0; j < m; j++) r[j] = between(point, start + j)
    solve(f)
    project()
    append(targets[slotOf(point)])
  }

  const cost = (i: number): number => (i < f ? i * i : f * f + 2 * f * (i - f)) + 50

  const stacks: Stacks = {
    mean: 0,
    variance: 1,
    clear() {
      f = m = 0
      pending = false
    },
    begin(round, count) {
      start = round
      f = count
      m = step = 0
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
    predict(kernel, round) {
      if (pending) drop()
      const newest = round - 1 - m
      for (let j = 0; j < f; j++) v[j] = kernel[slotOf(newest - j)]
      for (let j = 0; j < m; j++) r[j] = kernel[slotOf(newest + 1 + j)]
      solve(f)
      project()
      let oo = 0
      let oz = 0
      for (let i = 0; i < f; i++) {
        oo += o[i] * o[i]
        oz += o[i] * z[i]
      }
      for (let j = 0; j < m; j++) {
        oo += oB[j] * oB[j] * D[j]
        oz += oB[j] * zB[j] * D[j]
      }
      const spread = constant / (1 + constant * oo)
      const rest = 1 - prior.level
      stacks.mean = prior.mean + spread * oz * rest
      stacks.variance = prior.pivot - ratio + spread * rest * rest
    },
    observe(y, full) {
      append(y)
      if (!full) return
      f--
      for (let j = 0; j < m; j++) w[j] = C[j * size + f]
      wz = z[f]
      wo = o[f]
      pending = true
    },
  }
  return stacks
}
