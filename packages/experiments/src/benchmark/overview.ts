import type { Result, Results } from '../experiment.ts'
import { type Method, methods } from '../linearStream.ts'
import type { Table } from '../table.ts'
import { overviewRow } from '../tables.ts'
import { type BenchmarkSettings, label } from './settings.ts'

export function overview({ sources }: BenchmarkSettings, results: Results): Table {
  const quantities = (method: Method) =>
    ['point', 'best point', 'leader loss', 'loss', 'best loss'].map(
      (name) => (n: Result['numbers']) => n[`${method} ${name}`],
    )
  const rows = sources.flatMap(({ name }) =>
    methods.flatMap((method) => [
      overviewRow([name, label[method], 'as in the file'], results[name].slice(0, 1), quantities(method)),
      overviewRow([name, label[method], 'all orders'], results[name], quantities(method)),
    ]),
  )
  const columns = ['point loss', 'best expert', 'follow-the-leader', 'score’s loss', 'best expert’s']
  return { columns: ['data', 'method', 'rows', ...columns], rows }
}
