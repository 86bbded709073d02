import type { Prediction } from '../panels/regressor.ts'

/** The mean of the votes; its spread is theirs about it and their own, its residual the mean of theirs. */
export function meanOfVotes(votes: readonly Prediction[], out: Prediction): void {
  let mean = 0
  for (let m = 0; m < votes.length; m++) mean += votes[m].mean
  mean /= votes.length
  let spread = 0
  let residual = 0
  for (let m = 0; m < votes.length; m++) {
    const gap = votes[m].mean - mean
    spread += gap * gap + votes[m].spread
    residual += votes[m].residual
  }
  out.mean = mean
  out.spread = spread / votes.length
  out.residual = residual / votes.length
}

/** The median vote; the mean of the middle two where they are even in number. `sorted` is scratch. */
export function medianOfVotes(votes: readonly Prediction[], sorted: Float64Array): number {
  for (let m = 0; m < votes.length; m++) sorted[m] = votes[m].mean
  sorted.sort()
  const middle = votes.length >> 1
  return votes.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
