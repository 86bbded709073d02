import { benchmark } from './benchmark/benchmark.ts'
import { conformalShift } from './conformalShift/conformalShift.ts'
import { elec2 } from './elec2.ts'
import type { Experiment } from './experiment.ts'
import { gpNonstationary } from './gpNonstationary/gpNonstationary.ts'
import { gpStationary } from './gpStationary/gpStationary.ts'
import { smoothness } from './smoothness/smoothness.ts'
import { uncertainty } from './uncertainty/uncertainty.ts'

/** In the order of the paper; what it does not have comes last. */
export const experiments: readonly Experiment[] = [
  benchmark,
  conformalShift,
  gpStationary,
  gpNonstationary,
  uncertainty,
  smoothness,
  elec2,
] as readonly Experiment[]
