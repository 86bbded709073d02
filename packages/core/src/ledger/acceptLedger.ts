import { expectLength, expectShape, expectWhole, misfit } from '../base/save/shape.ts'
import { GRAIN, type LedgerState } from './ledger.ts'
import type { Stretch } from './roundSums.ts'

/** Refuses a ledger whose blocks are not those of its rounds. */
export function acceptLedger(ledger: LedgerState, fresh: LedgerState): void {
  const { marks, blocks, ...rest } = ledger
  const { marks: _marks, blocks: _blocks, ...freshRest } = fresh
  expectShape(rest, freshRest, 'ledger')
  const rounds = expectWhole('ledger.rounds', ledger.rounds, 0, Number.MAX_SAFE_INTEGER)
  const stretches = [ledger.block]
  if (!Array.isArray(blocks) || !Array.isArray(marks)) misfit('ledger.blocks', 'a list, as are marks', blocks)
  let count = Math.floor(rounds / GRAIN)
  for (let level = 0; count > 0; level++, count = Math.floor(count / 2)) {
    if (!Array.isArray(blocks[level])) misfit(`ledger.blocks[${level}]`, 'a list', blocks[level])
    expectLength(`ledger.blocks[${level}]`, blocks[level], Math.min(2, count))
    stretches.push(...blocks[level])
    if (count === 1) expectLength('ledger.blocks', blocks, level + 1)
  }
  if (rounds < GRAIN) expectLength('ledger.blocks', blocks, 0)
  for (const mark of marks) {
    expectShape(mark, { name: '', stretch: fresh.block }, 'ledger.marks[]')
    stretches.push(mark.stretch)
  }
  for (const stretch of stretches) acceptStretch(stretch, fresh.block, rounds)
}

function acceptStretch(stretch: Stretch, fresh: Stretch, rounds: number): void {
  expectShape(stretch, fresh, 'a stretch of the ledger')
  expectWhole('a stretch of the ledger: after', stretch.after, 0, rounds)
  expectWhole('a stretch of the ledger: rounds', stretch.rounds, 0, rounds)
}
