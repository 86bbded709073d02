import { counts, expectList, expectRecord, expectShape, expectWhole, misfit } from '../base/save/shape.ts'
import { acceptColumn, expectWords } from '../rows/acceptColumns.ts'
import { acceptRow } from '../rows/acceptRows.ts'
import type { Rows } from '../rows/rows.ts'
import { type AutoIssued, type AutoPlan, type AutoState, MOST_CLASSES } from './autoState.ts'
import { createCovering } from './covering.ts'
import type { Epochs } from './epochs.ts'
import { createLateWidth } from './lateWidth.ts'
import { isOutcomeUnit } from './outcomeUnit.ts'

/** What a state is checked with: the parts of the model that made it. */
export interface AutoParts {
  readonly plan: AutoPlan
  readonly rows: Rows
  readonly epochs: (label: number) => Epochs
}

/** Refuses a state that this model cannot have made. */
export function acceptAuto(state: unknown, { plan, rows, epochs }: AutoParts): void {
  const { task, rows: known, labels, round } = (state ?? {}) as AutoState
  const asked = plan.task === 'series' ? 'regression' : plan.task
  if (![null, 'regression', 'classification'].includes(task) || (asked && task !== asked))
    misfit('the task', asked ?? 'a task or null', task)
  const classes = task === 'classification'
  const size = known?.columns?.length ?? 0
  expectRecord(state, { task }, 'auto', {
    round: counts('auto.round'),
    unit: (own) => isOutcomeUnit(own) || misfit('auto.unit', 'a unit of outcomes', own),
    rows: (own) => own === null || rows.accept(own),
    target: acceptColumn,
    labels(own) {
      expectWords('auto.labels', own)
      expectWhole('the number of auto.labels', (own as string[]).length, 0, MOST_CLASSES)
    },
    covering: (own) => expectShape(own, createCovering(), 'auto.covering'),
    width: (own) => expectShape(own, createLateWidth(), 'auto.width'),
    epochs(own) {
      if (!Array.isArray(own)) misfit('auto.epochs', 'a list', own)
      if (own.length > 0 && known === null) misfit('auto.epochs', 'empty before the first row', own)
      const length = classes ? labels.length : Math.min(1, own.length)
      expectList('auto.epochs', own, length, (one, i) => {
        if (known) epochs(classes ? i : -1).accept(one, known)
      })
    },
    waiting(own) {
      if (!Array.isArray(own)) misfit('auto.waiting', 'a list', own)
      expectWhole('the length of auto.waiting', own.length, 0, plan.ahead - 1)
      for (const one of own) {
        expectRecord(one, { y: 0 }, 'auto.waiting[]', {
          row: (row) => acceptRow(row, size),
          issued: (issued) => acceptSaid(issued, size, round),
        })
      }
    },
  })
}

/** Refuses a forecast that this model cannot have given. */
export function acceptAutoIssued({ rows: known, round }: AutoState, issued: unknown): void {
  const { names, ...said } = (issued ?? {}) as AutoIssued
  if (names !== undefined) expectWords('issued.names', names)
  // Its row has the columns that were known when it was read, and perhaps a time that is made of some of them.
  const made = names && said.row?.raw?.length === names.length + 1 ? 1 : 0
  const columns = names ?? known?.columns
  if (!columns) misfit('issued.names', 'the columns of its row', names)
  acceptSaid(said, columns.length + made, round)
}

function acceptSaid(said: unknown, columns: number, round: number): void {
  const { probabilities } = (said ?? {}) as AutoIssued
  if (!Array.isArray(probabilities) || probabilities.some((p) => typeof p !== 'number'))
    misfit('issued.probabilities', 'numbers', probabilities)
  expectRecord(
    said,
    { known: true, promised: true, mean: 0, sd: 0, lower: 0, upper: 0, probabilities },
    'issued',
    {
      round: (own) => expectWhole('issued.round', own, 0, round),
      set: (set) => expectWords('issued.set', set),
      row: (row) => acceptRow(row, columns),
    },
  )
}
