import { multiply } from './border'
import { dots } from './factor'
import { LATENT, Window } from './layout'
import { appendRow, substitute, updateAndSubstitute } from './schur'
import { at, put } from './state'

const sums: usize = memory.data(24, 16)

/** r ← M⁻¹(r − C v) and the beliefs that follow, kept in the expert's record. `late`: a dropped point waits. */
export function project(
  s: Window,
  e: i32,
  p: usize,
  sizeF: i32,
  sizeB: i32,
  prior: f64,
  v: usize,
  r: usize,
  late: bool,
): void {
  const blocks = (sizeF + 3) >> 2
  const b = p + s.atD
  const short = s.short
  const record = s.latent + <usize>e * LATENT
  multiply(p + s.atC, s.width, sizeB, blocks, v, r)
  if (late) {
    const w = s.dropped + <usize>e * short
    updateAndSubstitute(
      p + s.atM,
      sizeB,
      b,
      short,
      w,
      load<f64>(record, 24),
      load<f64>(record, 32),
      s.done,
      r,
    )
  } else {
    substitute(p + s.atM, sizeB, r)
  }
  dots(v, p + s.atZ, p + s.atZ + s.stride, blocks, sums)
  let g = prior - load<f64>(sums)
  let mean = load<f64>(sums, 8)
  let level = load<f64>(sums, 16)
  for (let o: usize = 0; o < (<usize>sizeB) << 3; o += 8) {
    const x = load<f64>(r + o)
    g -= x * x * load<f64>(b + short + o)
    mean += x * load<f64>(b + 2 * short + o)
    level += x * load<f64>(b + 3 * short + o)
  }
  if (!(g > 0 || prior === 0)) g = mean = NaN
  store<f64>(record, mean)
  store<f64>(record, level, 8)
  store<f64>(record, g + at(s.ratios, e), 16)
}

/** Row i of B, from r and the record; its row of C is in place already. */
export function append(s: Window, e: i32, p: usize, i: i32, r: usize, y: f64): void {
  const b = p + s.atD
  const short = s.short
  const o = (<usize>i) << 3
  const record = s.latent + <usize>e * LATENT
  const pivot = load<f64>(record, 16)
  appendRow(p + s.atM, i, r, b + short)
  store<f64>(b + o, pivot)
  store<f64>(b + short + o, 1 / pivot)
  store<f64>(b + 2 * short + o, (y - load<f64>(record)) / pivot)
  store<f64>(b + 3 * short + o, (1 - load<f64>(record, 8)) / pivot)
}

/** The belief at hand with the constant kernel added: a level of variance c, integrated out. */
export function conclude(s: Window, e: i32, p: usize): void {
  const record = s.latent + <usize>e * LATENT
  const mean = load<f64>(record)
  const rest = 1 - load<f64>(record, 8)
  const g = load<f64>(record, 16) - at(s.ratios, e)
  const c = at(s.constants, e)
  if (c === 0) {
    put(s.means, e, mean)
    put(s.variances, e, g)
    return
  }
  const short = s.short
  const z = p + s.atZ
  const o = z + s.stride
  const b = p + s.atD
  dots(o, z, o, (s.f + 3) >> 2, sums)
  let oo = load<f64>(sums)
  let oz = load<f64>(sums, 8)
  for (let j: usize = 0; j < (<usize>s.m) << 3; j += 8) {
    const x = load<f64>(b + 3 * short + j) * load<f64>(b + j)
    oo += x * load<f64>(b + 3 * short + j)
    oz += x * load<f64>(b + 2 * short + j)
  }
  const spread = c / (1 + c * oo)
  put(s.means, e, mean + spread * oz * rest)
  put(s.variances, e, g + spread * rest * rest)
}
