import { number } from '../base/values.ts'
import { studentLaw } from '../math/componentLaw.ts'
import { studentLogConstant, studentLogPdf } from '../math/student.ts'
import type { Loss } from '../nouns/loss.ts'
import { numericalLoss } from './numericalLoss.ts'

/** Least distance over which the loss bends, for noise from a tenth on: what its integrals are resolved to. */
const RESOLUTION = 0.1

/**
 * −log of Student's t density of y about z, with standard deviation ς and ν degrees of freedom.
 *
 *     log ς − log c + ½(ν + 1) log(1 + ((y − z)/ς)² / (ν − 2))
 *
 * The distribution of y is that density about z; where z is uncertain itself, its variance is added to ς².
 *
 * An outlier costs the logarithm of its distance, not its square: one bad row does not decide between experts.
 *
 * @param degrees ν, a whole number from 3 on
 */
export function studentDensity(degrees: number = 5): Loss {
  number('a whole number not below 3', { whole: true, atLeast: 3 }).read('degrees', degrees)
  const constant = studentLogConstant(degrees)
  const loss = numericalLoss({
    name: `student-t(${degrees})`,
    likelihood: true,
    resolution: RESOLUTION,
    at: (z, y, noise) => Math.log(noise) - studentLogPdf((y - z) / noise, degrees, constant),
    slope(z, y, noise) {
      const gap = z - y
      return ((degrees + 1) * gap) / ((degrees - 2) * noise * noise + gap * gap)
    },
  })
  return { ...loss, law: studentLaw(degrees) }
}
