/** How many known rounds are absorbed at once. */
export const BATCH: i32 = 16

/** What every factorisation has: the settings of its experts, the round at hand, and what comes out of it. */
@unmanaged
export class State {
  d: i32
  /** Scalings of the squared-exponential kinds of kernel; how many such kinds there are; how many kinds in all. */
  groups: i32
  smooth: i32
  kinds: i32
  experts: i32
  /** The settings, which the host fills in: groups × d squared scalings, the number of kinds in each group, a² of each. */
  squares: usize
  sizes: usize
  bandwidths: usize
  /** For each expert: its kind, its noise variance and constant variance in units of its amplitude. */
  kindOf: usize
  ratios: usize
  constants: usize
  /** x and y of the round, and beliefs: a batch's worth. */
  input: usize
  target: usize
  means: usize
  variances: usize
  /** Bytes between rows of what follows. */
  stride: usize
  /** Points, dimension by dimension. */
  points: usize
  /** A row of x against the points for each kind (the host fills in those beyond `smooth`), and c(x, x) of each kind. */
  kernels: usize
  priors: usize
}

let cursor: f64 = 0

/** Starts laying out a block at `base`; with base 0 it only measures. */
export function layOut(base: usize): void {
  cursor = <f64>base
}

/** The next `count` doubles of the block. */
export function take(count: f64): usize {
  const start = cursor
  cursor += Math.ceil(count / 8) * 64
  return <usize>start
}

/** Bytes taken since, from address 0. */
export function taken(): f64 {
  return cursor
}

/** The places of settings, input and output, one after another. */
export function placeSettings(s: State, d: i32, groups: i32, smooth: i32, kinds: i32, experts: i32): void {
  s.d = d
  s.groups = groups
  s.smooth = smooth
  s.kinds = kinds
  s.experts = experts
  const count = groups * d + groups + smooth + (3 + 2 * BATCH) * experts + BATCH * (d + 1)
  s.squares = take(<f64>count)
  s.sizes = s.squares + ((<usize>(groups * d)) << 3)
  s.bandwidths = s.sizes + ((<usize>groups) << 3)
  s.kindOf = s.bandwidths + ((<usize>smooth) << 3)
  s.ratios = s.kindOf + ((<usize>experts) << 3)
  s.constants = s.ratios + ((<usize>experts) << 3)
  s.input = s.constants + ((<usize>experts) << 3)
  s.target = s.input + ((<usize>(BATCH * d)) << 3)
  s.means = s.target + ((<usize>BATCH) << 3)
  s.variances = s.means + ((<usize>(BATCH * experts)) << 3)
}

export function at(array: usize, i: i32): f64 {
  return load<f64>(array + ((<usize>i) << 3))
}
export function put(array: usize, i: i32, value: f64): void {
  store<f64>(array + ((<usize>i) << 3), value)
}

/** Where the host finds things. */
export function settingsOf(s: State): usize {
  return s.squares
}
export function strideOf(s: State): usize {
  return s.stride
}
export function pointsOf(s: State): usize {
  return s.points
}
export function kernelsOf(s: State): usize {
  return s.kernels
}
export function priorsOf(s: State): usize {
  return s.priors
}
