import { largestGain } from './coinBetting.ts'

/**
 * What coin betting over dyadic intervals guarantees from round `first` to round `last`, for losses in a range of 1.
 *
 * The rounds are cut into intervals [i2ⁿ, (i + 1)2ⁿ − 1] of growing length, the last of which may still be open. On each
 * the learner follows that interval's base learner, which follows the expert. Neither costs more than 1 a round.
 *
 * @param ahead what the base learner guarantees after so many rounds
 */
export function intervalBound(first: number, last: number, ahead: (rounds: number) => number): number {
  let bound = 0
  for (let start = first; start <= last; ) {
    const length = largestPower(start)
    const rounds = Math.min(length, last - start + 1)
    bound += Math.min(rounds, largestGain(start, rounds) + ahead(rounds))
    start += length
  }
  return bound
}

/** The largest power of 2 that divides n. */
function largestPower(n: number): number {
  let power = 1
  while (n % (2 * power) === 0) power *= 2
  return power
}
