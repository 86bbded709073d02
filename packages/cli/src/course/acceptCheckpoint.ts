import { acceptStatistics } from '@credence/report'
import { counts, expectEach, expectRecord, expectShape, misfit } from 'credence/kinds'
import { acceptPlaces } from '../files/keyFiles.ts'
import type { Checkpoint } from './checkpoint.ts'
import { MOST_REASONS } from './skipped.ts'

/** A checkpoint as it was read: refuses what no run can have saved, so that nothing is learnt twice or lost. */
export function acceptCheckpoint(state: unknown): Checkpoint {
  expectRecord(state, {}, 'the checkpoint', {
    row: counts('row'),
    rows: counts('rows'),
    output: acceptLeft,
    asked: acceptAsked,
    watched: (value) => value === null || acceptWatched(value),
    refused: (value) => value === null || acceptRefused(value),
    session: (value) => value instanceof Uint8Array || misfit('session', 'bytes', value),
    series: (value) => value === null || acceptSeries(value),
  })
  const accepted = state as Checkpoint
  const { watched, refused, row } = accepted
  // A refused row is read, and has no record.
  const recorded = row - (refused?.count ?? 0)
  if ((watched?.state.rows ?? 0) !== recorded) misfit('row', 'as many as were recorded and refused', row)
  return accepted
}

/** Columns and waiting records are there where the format has them. */
function acceptLeft(value: unknown): void {
  const { columns, waiting } = (value ?? {}) as { columns?: unknown; waiting?: unknown }
  const acceptColumns = (names: unknown): void =>
    expectEach('output.columns', names, (name) => expectShape(name, '', 'a column'))
  const acceptWaiting = (records: unknown): void => expectEach('output.waiting', records, acceptRecord)
  expectRecord(value, {}, 'output', {
    offset: counts('output.offset'),
    checksum: counts('output.checksum'),
    ...(columns === undefined ? {} : { columns: acceptColumns }),
    ...(waiting === undefined ? {} : { waiting: acceptWaiting }),
  })
}

function acceptSeries(value: unknown): void {
  expectRecord(value, {}, 'series', {
    by: (names) => expectEach('series.by', names, (name) => expectShape(name, '', 'a column')),
    places: acceptPlaces,
  })
}

function acceptRecord(value: unknown): void {
  expectRecord(value, value as object, 'a record that waits', {})
}

function acceptAsked(value: unknown): void {
  expectRecord(value, value as object, 'asked', {})
  for (const [name, asked] of Object.entries(value as object))
    if (asked !== null && typeof asked === 'object') misfit(`asked.${name}`, 'no object', asked)
}

function acceptWatched(value: unknown): void {
  const none = { options: null, state: null, seconds: 0 }
  expectRecord(value, none, 'watched', { options: () => {}, state: () => {} })
  const { options, state, seconds } = value as Record<string, unknown>
  if (!Number.isFinite(seconds) || (seconds as number) < 0) misfit('watched.seconds', 'a duration', seconds)
  acceptStatistics(options, state)
}

function acceptRefused(value: unknown): void {
  expectRecord(value, { count: 0, reasons: [] }, 'refused', {
    count: counts('refused.count'),
    reasons: (list) => expectEach('refused.reasons', list, (reason) => expectShape(reason, '', 'a reason')),
  })
  const { count, reasons } = value as { count: number; reasons: readonly string[] }
  if (reasons.length !== Math.min(count, MOST_REASONS))
    misfit('the length of refused.reasons', `the count, ${MOST_REASONS} at most`, reasons.length)
}
