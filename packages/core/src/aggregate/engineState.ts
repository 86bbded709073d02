import {
  counter,
  floats,
  from,
  listOf,
  nil,
  type StateShape,
  shape,
  shapeOf,
  sizedShapeOf,
  whole,
} from '../base/shape.ts'
import { createLedger, type LedgerState, ledgerOf } from '../ledger/ledger.ts'
import { type WeightHistory, weightHistoryOf } from '../ledger/weightHistory.ts'
import type { Loss } from '../nouns/loss.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import type { Panel } from '../nouns/panel.ts'
import type { Score } from '../nouns/score.ts'
import { type Switching, switchingOf } from '../oracles/switching.ts'
import type { OnFailure } from './failures.ts'

export interface EngineParts {
  readonly panel: Panel
  readonly dimension: number
  readonly loss: Loss
  readonly score: Score
  readonly meta: MetaLearner
  readonly prior: Float64Array | undefined
  readonly onFailure: OnFailure
  /** Whether losses and regrets are accounted for. */
  readonly ledger: boolean
  /** How many switches the ledger compares with; how many rows of weights are kept. */
  readonly switches: number
  readonly history: number
  /** True if a belief may be infinite, as a threshold that covers everything is. @default false */
  readonly unbounded?: boolean
}

/** Everything that changes as rounds pass. Plain data. */
export interface EngineState {
  readonly dimension: number
  round: number
  readonly panel: unknown
  meta: unknown
  readonly ledger: LedgerState | null
  readonly switching: Switching | null
  readonly history: WeightHistory | null
  /** In how many rounds each expert failed: its belief or loss was not a finite number. */
  readonly failures: Float64Array
  /** Experts that sleep for ever. */
  readonly retired: readonly number[]
}

/** What an engine of these parts remembers. */
export function engineStateOf(parts: EngineParts): StateShape<EngineState> {
  const { panel, meta, prior, dimension, ledger, switches, history } = parts
  const size = panel.capacity
  const fields = shape<EngineState>({
    dimension: whole(dimension, dimension),
    round: counter,
    panel: shapeOf(panel),
    meta: sizedShapeOf(meta, size),
    ledger: ledger ? ledgerOf(size) : nil,
    switching: switches > 0 ? switchingOf(switches, size) : nil,
    history: history > 0 ? weightHistoryOf(history, size) : nil,
    failures: floats(size),
    retired: listOf(whole(0, size - 1)),
  })
  return from(fields, () => {
    const weights = meta.init(size, prior)
    const logWeights = new Float64Array(size)
    meta.weighLog(weights, new Float64Array(size).fill(1), logWeights)
    // By naming each field: objects of one shape, which compiled code needs.
    return {
      dimension,
      round: 0,
      panel: panel.init(),
      meta: weights,
      ledger: ledger ? createLedger(logWeights) : null,
      switching: switches > 0 ? switchingOf(switches, size)() : null,
      history: history > 0 ? weightHistoryOf(history, size)() : null,
      failures: new Float64Array(size),
      retired: [],
    }
  })
}
