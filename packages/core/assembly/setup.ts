import { alloc } from './memory'

/** What an engine is told, in one block of doubles that the host fills in before the first round. */
export let d: i32 = 0
export let groups: i32 = 0
export let kinds: i32 = 0
export let experts: i32 = 0
/** groups × d squared scalings, the number of kinds in each group, a² of each kind. */
export let squares: usize = 0
export let sizes: usize = 0
export let bandwidths: usize = 0
/** For each expert: its kind, its noise variance and constant variance in units of its amplitude. */
export let kindOf: usize = 0
export let ratios: usize = 0
export let constants: usize = 0
/** How many known rounds are absorbed at once. */
export const BATCH: i32 = 16
/** x of the round, and what comes out: a batch's worth. */
export let input: usize = 0
export let target: usize = 0
export let means: usize = 0
export let variances: usize = 0

/** Room for the settings; returns where they go, 0 if there is none. */
export function setup(d_: i32, groups_: i32, kinds_: i32, experts_: i32): usize {
  d = d_
  groups = groups_
  kinds = kinds_
  experts = experts_
  const base = alloc(<usize>(groups * d + groups + kinds + (3 + 2 * BATCH) * experts + BATCH * (d + 1)))
  if (base === 0) return 0
  squares = base
  sizes = squares + ((<usize>(groups * d)) << 3)
  bandwidths = sizes + ((<usize>groups) << 3)
  kindOf = bandwidths + ((<usize>kinds) << 3)
  ratios = kindOf + ((<usize>experts) << 3)
  constants = ratios + ((<usize>experts) << 3)
  input = constants + ((<usize>experts) << 3)
  target = input + ((<usize>(BATCH * d)) << 3)
  means = target + ((<usize>BATCH) << 3)
  variances = means + ((<usize>(BATCH * experts)) << 3)
  return base
}

export function at(array: usize, i: i32): f64 {
  return load<f64>(array + ((<usize>i) << 3))
}
export function put(array: usize, i: i32, value: f64): void {
  store<f64>(array + ((<usize>i) << 3), value)
}
