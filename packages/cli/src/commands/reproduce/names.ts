/** What `credence reproduce` runs by name; `readings` is all of them under every reading. */
export const EXPERIMENTS = [
  'benchmark',
  'conformal',
  'gp-stationary',
  'gp-nonstationary',
  'uncertainty',
  'smoothness',
  'elec2',
  'all',
  'readings',
] as const
