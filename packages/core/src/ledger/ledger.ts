import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { expectLength, expectWhole } from '../base/save/shape.ts'
import { also, counter, listOf, real, type StateShape, shape, string } from '../base/shape.ts'
import {
  addRound,
  addSums,
  clearSums,
  createStretch,
  joined,
  type RatedRound,
  type RoundSums,
  resizeStretch,
  restart,
  type Stretch,
  stretchOf,
  vacateSums,
} from './roundSums.ts'

export type { Account } from './account.ts'

export interface LedgerState {
  rounds: number
  readonly marks: { readonly name: string; readonly stretch: Stretch }[]
  /** Where there are marks: the rounds that are not yet part of their sums, nor of the block's. */
  readonly open: Stretch
  /** The block of `GRAIN` rounds that is being filled. */
  block: Stretch
  /** For level j the last two full blocks of 2ʲ·`GRAIN` rounds: O(K log T) memory. The highest begins at the start. */
  readonly blocks: Stretch[][]
  /** −log(1 − σ) of the last update; NaN if the meta-learner has no certificate. */
  shared: number
}

/** The finest distance of trailing intervals, in rounds. */
export const GRAIN = 64

export function createLedger(logWeights: Float64Array): LedgerState {
  return {
    rounds: 0,
    marks: [],
    open: createStretch(0, logWeights),
    block: createStretch(0, logWeights),
    blocks: [],
    shared: 0,
  }
}

/** A ledger of so many experts, whose blocks are those of its rounds. */
export function ledgerOf(size: number): StateShape<LedgerState> {
  const stretch = stretchOf(size)
  const fields = shape<LedgerState>({
    rounds: counter,
    marks: listOf(shape<LedgerState['marks'][number]>({ name: string, stretch })),
    open: stretch,
    block: stretch,
    blocks: listOf(listOf(stretch)),
    shared: real(),
  })
  return also(fields, ({ rounds, marks, open, block, blocks }, path) => {
    let level = 0
    for (let count = Math.floor(rounds / GRAIN); count > 0; count = Math.floor(count / 2), level++) {
      if (level === blocks.length) break
      expectLength(`${path}.blocks[${level}]`, blocks[level], Math.min(2, count))
    }
    expectLength(`${path}.blocks`, blocks, rounds < GRAIN ? 0 : 1 + Math.floor(Math.log2(rounds / GRAIN)))
    for (const one of [open, block, ...blocks.flat(), ...marks.map((mark) => mark.stretch)]) {
      expectWhole(`${path}: where a stretch begins`, one.after, 0, rounds)
      expectWhole(`${path}: the rounds of a stretch`, one.rounds, 0, rounds)
    }
  })
}

/**
 * Enters one round.
 *
 * @param shared `shareCost` of the round's update
 * @param late whether something was learnt between the prediction and its outcome
 */
export function record(ledger: LedgerState, round: RatedRound, shared: number, late: boolean): void {
  const sums = ledger.marks.length > 0 ? ledger.open : ledger.block
  addRound(sums, round, Number.isNaN(shared) ? shared : ledger.shared, late)
  ledger.shared = shared
  ledger.rounds++
}

/** −log(1 − σ), what a share costs; NaN without a share, where the meta-learner has no certificate. */
export function shareCost(share: number | undefined): number {
  if (share === undefined) return Number.NaN
  return share === 0 ? 0 : -Math.log1p(-share)
}

/** True when `checkpoint` should be called after this round. */
export function atCheckpoint(ledger: LedgerState): boolean {
  return ledger.rounds % GRAIN === 0
}

/** Closes a block, and joins full neighbours to a block of the next level. */
export function checkpoint(ledger: LedgerState, logWeights: Float64Array): void {
  const { blocks, rounds, block } = ledger
  if (ledger.marks.length > 0) carry(ledger)
  ledger.block = emptyBlock(blocks, 0, rounds, logWeights)
  keep(blocks[0], block)
  for (let level = 0, step = 2 * GRAIN; rounds % step === 0; level++, step *= 2) {
    const first = blocks[level][0]
    const whole = emptyBlock(blocks, level + 1, first.after, first.logWeights)
    addSums(whole, first)
    addSums(whole, blocks[level][1])
    keep(blocks[level + 1], whole)
  }
}

/**
 * An expert enters a slot with a share of all weight, which costs every other expert −log(1 − share).
 *
 * What was paid before counts for nothing: each stretch is made to begin, for this slot, with the log-weight from
 * which today's is reached by what the stretch has paid since.
 */
export function enterLedger(ledger: LedgerState, expert: number, share: number, logWeight: number): void {
  ledger.shared += shareCost(share)
  for (const { stretch, rounds, paid } of paidBy(ledger)) {
    // A stretch that has not begun yet begins with the weights after the entry.
    if (rounds === 0)
      for (let k = 0; k < stretch.logWeights.length; k++) stretch.logWeights[k] += Math.log1p(-share)
    vacateSums(stretch, expert)
    stretch.logWeights[expert] = logWeight + paid
  }
  vacateSums(ledger.open, expert)
}

/** An expert leaves its slot: it is the best of nothing from now on. */
export function leaveLedger(ledger: LedgerState, expert: number): void {
  for (const { stretch } of paidBy(ledger)) {
    vacateSums(stretch, expert)
    stretch.logWeights[expert] = -Infinity
  }
  vacateSums(ledger.open, expert)
}

/** The same ledger with room for more experts, which slept so far. */
export function resizeLedger(ledger: LedgerState, size: number): LedgerState {
  return {
    ...ledger,
    marks: ledger.marks.map(({ name, stretch }) => ({ name, stretch: resizeStretch(stretch, size) })),
    open: resizeStretch(ledger.open, size),
    block: resizeStretch(ledger.block, size),
    blocks: ledger.blocks.map((level) => level.map((block) => resizeStretch(block, size))),
  }
}

/** Every stretch that is kept, with its rounds so far and the share costs from its beginning to the coming round. */
function paidBy(
  ledger: LedgerState,
): readonly { readonly stretch: Stretch; readonly rounds: number; readonly paid: number }[] {
  const due = (stretch: Stretch, { rounds, shared }: RoundSums) => ({
    stretch,
    rounds,
    paid: rounds > 0 ? shared + ledger.shared : 0,
  })
  return [
    ...tilesOf(ledger).map((stretch) => due(stretch, joinFrom(stretch, ledger))),
    ...ledger.marks.map(({ stretch }) => due(stretch, joined(stretch, ledger.open))),
  ]
}

export function mark(ledger: LedgerState, name: string, logWeights: Float64Array): void {
  carry(ledger)
  const { marks } = ledger
  const at = marks.findIndex((entry) => entry.name === name)
  marks[at < 0 ? marks.length : at] = { name, stretch: createStretch(ledger.rounds, logWeights) }
}

export function sinceStart(ledger: LedgerState): Stretch {
  return joinFrom(tilesOf(ledger)[0], ledger)
}

export function sinceMark({ marks, open }: LedgerState, name: string): Stretch {
  const found = marks.find((entry) => entry.name === name)
  if (!found) {
    const known = marks.length
      ? `there are ${marks.map((entry) => show(entry.name)).join(', ')}`
      : 'none was made'
    throw new ArgumentError(`no mark ${show(name)} in the ledger; ${known}`, 'unknown-name')
  }
  return joined(found.stretch, open)
}

/** The shortest stretch of at least `length` rounds up to now that begins where a block does, or all rounds. */
export function trailing(ledger: LedgerState, length: number): Stretch {
  let first = 0
  const tiles = tilesOf(ledger)
  tiles.forEach(({ after }, i) => {
    if (after > tiles[first].after && ledger.rounds - after >= length) first = i
  })
  return joinFrom(tiles[first], ledger)
}

/** All blocks, from the largest down: each level goes on where the one above it ends. */
function tilesOf({ blocks, block }: LedgerState): Stretch[] {
  return [...blocks.slice().reverse().flat(), block]
}

/** One block and those that follow it, end to end, and the open rounds. */
function joinFrom(first: Stretch, ledger: LedgerState): Stretch {
  let next = first.after + first.rounds
  const following = tilesOf(ledger).filter((tile) => {
    if (tile === first || tile.after !== next) return false
    next += tile.rounds
    return true
  })
  return joined(first, ...following, ledger.open)
}

/** Moves the open rounds into every sum they belong to. */
function carry({ open, block, marks }: LedgerState): void {
  addSums(block, open)
  for (const { stretch } of marks) addSums(stretch, open)
  clearSums(open)
}

/** An empty block: of a full level the older one, made over, so that checkpoints do not allocate. */
function emptyBlock(blocks: Stretch[][], level: number, after: number, logWeights: Float64Array): Stretch {
  if (level === blocks.length) blocks.push([])
  const kept = blocks[level]
  return kept.length < 2 ? createStretch(after, logWeights) : restart(kept[0], after, logWeights)
}

/** The last two: written over, because `shift` and `pop` make the array anew. */
function keep(kept: Stretch[], block: Stretch): void {
  if (kept.length < 2) {
    kept.push(block)
    return
  }
  kept[0] = kept[1]
  kept[1] = block
}
