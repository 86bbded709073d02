import { selectionMeasure } from '../contest.ts'
import type { Result, Results } from '../experiment.ts'
import { quoted } from '../quotes.ts'
import type { Reading } from '../reading.ts'
import { measure, type Sentence } from '../sentence.ts'
import { names, parts } from './settings.ts'

export function sentences(results: Results, reading: Reading): readonly Sentence[] {
  return [
    ofSpread(results),
    ofRegret(results),
    // The introduction names the benchmark, conformal and GP experiments, not this one.
    quoted(
      'selection',
      parts.flatMap((part) =>
        names.map((name) => {
          const list = results[part].map(({ numbers }) => numbers)
          const found = selectionMeasure(`${part}, ${name}-EA`, list, `${name} `, reading)
          return { ...found, extra: true }
        }),
      ),
    ),
  ]
}

type Each = (part: (typeof parts)[number], value: (n: Result['numbers']) => number) => number[]

function eachOf(results: Results): Each {
  return (part, value) => results[part].map(({ numbers }) => value(numbers))
}

function ofSpread(results: Results): Sentence {
  const each = eachOf(results)
  return quoted('toy-uncertainty', [
    measure({
      what: 'final standard deviation of q of Annealed-EA over that of Mean-EA (substantially: above 2)',
      side: 'above',
      than: 2,
      values: each('misspecified', (n) => n['Annealed sd'] / n['Mean sd']),
    }),
    measure({
      what: 'standard deviation of q of Mean-EA at round 1000; it starts at 1 (collapse: below 0.5)',
      side: 'below',
      than: 0.5,
      values: each('misspecified', (n) => n['Mean sd at 1000']),
    }),
  ])
}

function ofRegret(results: Results): Sentence {
  const each = eachOf(results)
  const gap = (part: (typeof parts)[number], what: string, a: string, b: string): number[] =>
    each(part, (n) => n[`${a} ${what}`] - n[`${b} ${what}`])
  const [well, mis] = parts
  return quoted('toy-regret', [
    ...(['Mean', 'Annealed'] as const).flatMap((other) => [
      measure({
        what: `well specified: final point regret of Point-EA minus that of ${other}-EA`,
        side: 'below',
        values: gap(well, 'regret', 'Point', other),
      }),
      measure({
        what: `well specified: final standard deviation of q of Point-EA minus that of ${other}-EA (the truth is a point)`,
        side: 'above',
        values: gap(well, 'sd', 'Point', other),
      }),
    ]),
    ...(['Point', 'Mean'] as const).map((other) =>
      measure({
        what: `misspecified: final point regret of Annealed-EA minus that of ${other}-EA`,
        side: 'below',
        values: gap(mis, 'regret', 'Annealed', other),
      }),
    ),
  ])
}
