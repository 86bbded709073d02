import { ArgumentError } from '../base/errors.ts'
import { resizeLedger } from '../ledger/ledger.ts'
import { resizeHistory } from '../ledger/weightHistory.ts'
import type { LiveState } from '../live/live.ts'
import { withRoom } from '../meta/slots.ts'
import type { Rule } from '../nouns/panel.ts'
import { resizeSwitching } from '../oracles/switching.ts'
import { AggregateModel, type AggregateState } from './aggregateModel.ts'
import type { EngineState } from './engine.ts'
import { type Issued, resizeIssued } from './issued.ts'

interface Grown {
  readonly model: AggregateModel
  readonly stream: LiveState<AggregateState>
}

/**
 * The aggregate with one more rule, and its state as of now with room for it: weights, ledger, history and the
 * forecasts that wait for their outcome. The given model and state stay as they are.
 *
 * @param share what the new experts together get of all weight. @default as much for each as an equal prior gives
 */
export function addRule(
  model: AggregateModel,
  stream: LiveState<AggregateState>,
  rule: Rule,
  share: number | undefined,
): Grown {
  const { engine: state } = stream.state
  const { meta, prior } = model.plan
  if (!state && prior)
    throw new ArgumentError(
      'before the first x no expert can be added to a prior: give aggregate a dimension',
      'not-supported',
    )
  if (!state) return withOpen(modelWith(model, rule, undefined), stream)
  if (!meta.slots?.resize) {
    throw new ArgumentError(
      `no expert can be added under ${meta.name}: use fixedShare, ewa or adaHedge`,
      'not-supported',
    )
  }
  const before = model.engine(state.dimension).parts.panel.capacity
  const added = rule.bind(model.contextOf(state.dimension)).capacity
  const size = before + added
  const fraction = share ?? added / (size - state.retired.length)
  const larger = modelWith(model, rule, { before, added, fraction })
  const engine = larger.engine(state.dimension)
  const fresh = engine.parts.panel.init() as unknown[]
  const grown: EngineState = {
    ...state,
    panel: [...(state.panel as unknown[]), fresh[fresh.length - 1]],
    meta: meta.slots.resize(state.meta, size),
    ledger: state.ledger && resizeLedger(state.ledger, size),
    switching: state.switching && resizeSwitching(state.switching, size),
    history: state.history && resizeHistory(state.history, size),
    failures: withRoom(state.failures, size, 0),
  }
  // Each enters beside those before it, so that all of them have the same share in the end.
  for (let i = 1; i <= added; i++) {
    const each = fraction / added
    engine.enter(grown, before + i - 1, each / (1 - fraction + i * each))
  }
  return withOpen(larger, { ...stream, state: { engine: grown } })
}

function modelWith(
  { plan }: AggregateModel,
  rule: Rule,
  room: { readonly before: number; readonly added: number; readonly fraction: number } | undefined,
): AggregateModel {
  const rules = [...plan.rules, rule]
  if (!plan.prior || !room) return new AggregateModel({ ...plan, rules })
  const total = Array.from(plan.prior).reduce((sum, weight) => sum + weight, 0)
  const kept = Array.from(plan.prior, (weight) => (weight / total) * (1 - room.fraction))
  const prior = [...kept, ...new Array<number>(room.added).fill(room.fraction / room.added)]
  return new AggregateModel({ ...plan, rules, prior })
}

/** The new experts slept when the forecasts that are open were made. */
function withOpen(model: AggregateModel, { pending, open, ...rest }: LiveState<AggregateState>): Grown {
  const grow = (issued: unknown): Issued => {
    const { capacity } = model.engine((issued as Issued).x.length).parts.panel
    return resizeIssued(issued as Issued, capacity)
  }
  const stream = {
    ...rest,
    pending: pending && { ...pending, issued: grow(pending.issued) },
    open: open && { ...open, open: open.open.map((entry) => ({ ...entry, issued: grow(entry.issued) })) },
  }
  return { model, stream }
}
