import { expectLength, expectShape, expectWhole, misfit } from '../base/save/shape.ts'
import { acceptLedger } from '../ledger/acceptLedger.ts'
import { acceptMeta } from '../meta/acceptMeta.ts'
import type { Engine, EngineState } from './engine.ts'
import { createIssued, type Issued } from './issued.ts'

/** Refuses a state that this engine cannot have made: everything that steers a loop or names a place is checked. */
export function acceptEngine(engine: Engine, state: EngineState): void {
  const { panel, meta } = engine.parts
  const fresh = engine.init()
  const { panel: panelState, meta: metaState, ledger, history, retired, ...rest } = state
  const { panel: _panel, meta: _meta, ledger: freshLedger, history: freshHistory, ...others } = fresh
  const { retired: _retired, ...freshRest } = others
  expectShape(rest, freshRest, 'engine')
  expectWhole('engine.round', state.round, 0, Number.MAX_SAFE_INTEGER)
  expectShape(retired, [], 'engine.retired', { grows: true })
  for (const expert of retired) expectWhole('engine.retired[]', expert, 0, panel.capacity - 1)
  panel.accept?.(panelState)
  acceptMeta(meta, metaState, panel.capacity)
  if (freshLedger === null || ledger === null) expectShape(ledger, freshLedger, 'ledger')
  else acceptLedger(ledger, freshLedger)
  if (state.switching)
    expectWhole(
      'switching.switches',
      state.switching.switches,
      fresh.switching!.switches,
      fresh.switching!.switches,
    )
  if (freshHistory === null || history === null) expectShape(history, freshHistory, 'history')
  else {
    expectShape(history, freshHistory, 'history', { grows: true })
    expectWhole('history.capacity', history.capacity, freshHistory.capacity, freshHistory.capacity)
    expectWhole('history.stride', history.stride, 1, Number.MAX_SAFE_INTEGER)
    expectWhole('the rows of the history', history.rows.length, 0, history.capacity)
    expectLength('history.rounds', history.rounds, history.rows.length)
    for (const round of history.rounds) expectWhole('history.rounds[]', round, 1, Number.MAX_SAFE_INTEGER)
    for (const row of history.rows) expectShape(row, state.failures, 'history.rows')
  }
}

/**
 * Refuses what `issue` cannot have given.
 *
 * @param known the length of x that the learner is bound to. A forecast of an x of another length, given before that,
 *   is an ordinary mistake, which `settle` refuses; of how many experts it was depends on that x.
 */
export function acceptIssued(
  known: number | undefined,
  engineOf: (dimension: number) => Engine,
  issued: unknown,
): void {
  const { x, beliefs } = (issued ?? {}) as Partial<Issued>
  if (!(x instanceof Float64Array)) misfit('issued.x', 'a Float64Array', x)
  const isStray = known !== undefined && known !== x.length
  const said = beliefs?.mean instanceof Float64Array ? beliefs.mean.length : 0
  const size = isStray ? said : engineOf(x.length).parts.panel.capacity
  expectShape(issued, createIssued(x.length, size), 'issued')
  expectWhole('issued.round', (issued as Issued).round, 0, Number.MAX_SAFE_INTEGER)
}
