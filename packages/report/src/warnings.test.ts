import type { ClassRecord, NumericRecord } from '@credence/recipe'
import { expect, it } from 'vitest'
import { type RunFacts, RunStatistics } from './runStatistics.ts'
import type { ColumnKind } from './summary.ts'
import type { Warning } from './warning.ts'

const ROWS = 200

const columnsOf = (kinds: readonly Partial<ColumnKind>[]): RunFacts['columns'] => ({
  target: 'y',
  used: ['a'],
  ignored: [],
  kinds: kinds.map((kind) => ({ name: 'a', kind: 'number', levels: 0, missing: 0, unreadable: 0, ...kind })),
})

const rowsOf = <Row>(row: (t: number) => Row): Row[] => Array.from({ length: ROWS }, (_, t) => row(t))

function warningsAfter(
  rows: readonly (NumericRecord | ClassRecord)[],
  kinds: readonly Partial<ColumnKind>[] = [{}],
): readonly Warning[] {
  const labels = 'probabilities' in rows[0]
  const statistics = new RunStatistics({ coverage: 0.9, labels })
  for (const row of rows) statistics.add(row)
  return statistics.summary({ seconds: 1, task: 'auto', columns: columnsOf(kinds) }).warnings
}

/** The mean so far is off by 1; these forecasts by so much. */
const offBy = (error: number): NumericRecord[] =>
  rowsOf((t) => {
    const y = t % 2 === 0 ? 1 : -1
    return { t: t + 1, y, mean: y - error, lower: -3, upper: 3 }
  })

const codes = (warnings: readonly Warning[]): string[] => warnings.map(({ code }) => code)

it('calls errors worse than naive ones only where the first line does too', () => {
  expect(codes(warningsAfter(offBy(1.009)))).not.toContain('naive')
  expect(codes(warningsAfter(offBy(1.03)))).toContain('naive')
})

it('says of a target that never changes that there is nothing to forecast, and nothing else', () => {
  const same = rowsOf((t) => ({ t: t + 1, y: 5, mean: 5, lower: 4.9, upper: 5.1 }))
  expect(warningsAfter(same)).toEqual([
    {
      code: 'constant',
      message:
        '"y" is the same in all 200 rows that have it, so there is nothing to forecast. If this is right, do nothing; if another column was meant, name it with --target',
    },
  ])
  const one = rowsOf((t) => {
    const known =
      t === 0
        ? { label: null, probabilities: {}, set: [] }
        : { label: 'a', probabilities: { a: 1 }, set: ['a'], loss: 0 }
    return { t: t + 1, y: 'a', ...known }
  })
  expect(codes(warningsAfter(one))).toEqual(['constant'])
})

it('asks whether a column tells the class, where nearly none is named wrongly', () => {
  const told = (wrong: number): ClassRecord[] =>
    rowsOf((t) => {
      const [y, other] = t % 2 === 0 ? ['yes', 'no'] : ['no', 'yes']
      const label = t > ROWS - 1 - wrong ? other : y
      const probabilities = { yes: 0.1, no: 0.1, [label]: 0.9 }
      return { t: t + 1, y, label, probabilities, set: [label], loss: label === y ? 0.1 : 2.3 }
    })
  expect(codes(warningsAfter(told(20)))).not.toContain('leak')
  expect(warningsAfter(told(1)).find(({ code }) => code === 'leak')?.message).toMatch(
    /^there are 99\.\d % fewer mistakes than by always naming the commonest\. That is too good to be usual/,
  )
  expect(codes(warningsAfter(told(1), [{ kind: 'time' }]))).not.toContain('leak')
})

it('names columns of numbers that hold many words, and none that hold a few slips', () => {
  const mixed = (kind: Partial<ColumnKind>): readonly Warning[] =>
    warningsAfter(offBy(0.5), [kind]).filter(({ code }) => code === 'mixed')
  expect(mixed({ unreadable: 9 })).toEqual([])
  expect(mixed({ kind: 'time', unreadable: 100 })).toEqual([])
  expect(mixed({ name: 'size', unreadable: 70 })[0]?.message).toMatch(/^70 cells of "size" are not numbers/)
})
