import type { Judged } from './judged.ts'
import { describeReading } from './reading.ts'
import type { Table } from './table.ts'

/** A row for each sentence under each reading: tidy, for any program. */
export function readingsTable(judged: readonly Judged[]): Table {
  const names = [...new Set(judged.flatMap(({ details }) => details.map(({ name }) => name)))]
  return {
    columns: [
      'sentence',
      'says',
      'experiments',
      ...names,
      'differs_from_ours',
      'found_by_search',
      'verdict',
      'deciding',
      'value',
      'low',
      'high',
      'than',
      'replications',
    ],
    rows: judged.flatMap(({ sentence: { id, says }, details, cells, experiments }) =>
      cells.map(({ reading, verdict, deciding, searched }) => {
        const { mean = '', low = '', high = '', n = '' } = deciding?.estimate ?? {}
        return [
          id,
          says,
          experiments.join(' '),
          ...names.map((name) => reading[name] ?? ''),
          describeReading(details, reading),
          searched ? 'yes' : 'no',
          verdict,
          deciding?.what ?? '',
          mean,
          low,
          high,
          deciding?.than ?? '',
          n,
        ]
      }),
    ),
  }
}

/** A row for each measure of each sentence, as we read the text. */
export function measuresTable(judged: readonly Judged[]): Table {
  return {
    columns: [
      'sentence',
      'says',
      'sentence_verdict',
      'measured',
      'counted',
      'side',
      'than',
      'mean',
      'standard_error',
      'low',
      'high',
      'replications',
      'verdict',
    ],
    rows: judged.flatMap(({ sentence }) =>
      sentence.measures.map(({ what, extra, side, than, estimate, verdict }) => {
        const { mean, error, low, high, n } = estimate
        const { id, says, counted } = sentence
        const isCounted = counted && !extra ? 'yes' : 'no'
        return [id, says, sentence.verdict, what, isCounted, side, than, mean, error, low, high, n, verdict]
      }),
    ),
  }
}
