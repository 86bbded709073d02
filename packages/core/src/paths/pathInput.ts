import { ArgumentError } from '../base/errors.ts'
import { refuseUnknown } from '../base/options.ts'
import { floats, listOf, real, type StateShape, shape, whole } from '../base/shape.ts'
import { refuse, show } from '../base/show.ts'

/** What a path is asked about: the rows after the last outcome. */
export interface PathInput {
  /** Known columns of the next rows, one list of numbers a row. Rows beyond the last are as the last. @default none */
  readonly known?: readonly ArrayLike<number>[]
  /** For `learn`: how many rows without an outcome come before the one that is learnt. @default 0 */
  readonly gap?: number
}

/** An outcome with what was forecast of it. */
export interface PathRound {
  /** How many rows after the last outcome. */
  readonly step: number
  readonly y: number
  /** NaN beyond the path. */
  readonly mean: number
  readonly median: number
  readonly lower: number
  readonly upper: number
  readonly covered: boolean
}

/** What is needed to score an outcome as it was forecast. Plain data. */
export interface PathIssued {
  readonly gap: number
  readonly known: readonly ArrayLike<number>[]
  readonly mean: number
  readonly median: number
  readonly lower: number
  readonly upper: number
}

/** Beyond this, squares and 32-bit floats overflow. */
const LARGEST = 1e30
/** More rows than this are not a gap. */
const LONGEST_GAP = 1_000_000

/** @param columns how many are known in advance */
export function issuedOf(columns: number): StateShape<PathIssued> {
  return shape<PathIssued>({
    gap: whole(0, LONGEST_GAP),
    known: listOf(floats(columns)),
    mean: real(),
    median: real(),
    lower: real(),
    upper: real(),
  })
}

/** What was asked, checked. @param columns how many are known in advance */
export function readInput(input: PathInput, columns: number): Required<PathInput> {
  refuseUnknown('the input of paths', input, ['known', 'gap'])
  const { known = [], gap = 0 } = input
  if (!(Number.isSafeInteger(gap) && gap >= 0 && gap <= LONGEST_GAP)) {
    refuse('gap', `a whole number from 0 to ${LONGEST_GAP}`, gap)
  }
  known.forEach((row, k) => {
    if (row?.length !== columns) {
      const message = `known[${k}] must have ${columns} numbers; received ${show(row)}`
      throw new ArgumentError(message, 'wrong-length')
    }
    for (let c = 0; c < columns; c++) {
      if (Number.isFinite(row[c])) continue
      const message = `known[${k}][${c}] must be a finite number; received ${show(row[c])}`
      throw new ArgumentError(message, 'not-finite')
    }
  })
  return { known, gap }
}

export function expectOutcome(y: number): void {
  if (Math.abs(y) <= LARGEST) return
  throw new ArgumentError(
    `y must be a number from -${LARGEST} to ${LARGEST}; received ${show(y)}`,
    'bad-outcome',
  )
}
