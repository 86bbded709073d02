import { selectionMeasure } from '../contest.ts'
import type { Result, Results } from '../experiment.ts'
import { quoted } from '../quotes.ts'
import type { Reading } from '../reading.ts'
import { measure, type Sentence } from '../sentence.ts'
import { baselinesOf, type NonstationarySettings, variantOf } from './settings.ts'

interface Measured {
  readonly name: string
  readonly baselines: readonly string[]
  readonly rolling: number
  each(value: (n: Result['numbers']) => number): number[]
}

export function sentences(
  { rolling }: NonstationarySettings,
  results: Results,
  reading: Reading,
): readonly Sentence[] {
  const measured: Measured = {
    name: variantOf(reading),
    baselines: baselinesOf(reading),
    rolling,
    each: (value) => results.ABC.map(({ numbers }) => value(numbers)),
  }
  return [
    ofBaselines(measured),
    ofRises(measured),
    ...ofMass(measured),
    quoted('selection', [
      selectionMeasure(
        'A → B → C, σ = 0, squared loss',
        results.ABC.map(({ numbers }) => numbers),
        'GP-EA, deviations, σ = 0 ',
        reading,
      ),
    ]),
  ]
}

function ofBaselines({ name, baselines, each }: Measured): Sentence {
  return quoted('competitive', [
    ...['A', 'B', 'C'].map((regime) =>
      measure({
        what: `regime ${regime}: mean squared error of ${name} over the baselines’ median, minus 1 (competitive: below 0.1)`,
        side: 'below',
        than: 0.1,
        values: each(
          (n) => n[`${name} mse ${regime}`] / median(baselines.map((b) => n[`${b} mse ${regime}`])) - 1,
        ),
      }),
    ),
    ...baselines.map((other) =>
      measure({
        what: `mean squared error of ${name} over that of ${other}, minus 1 (competitive: below 0.1)`,
        side: 'below',
        than: 0.1,
        values: each((n) => n[`${name} mse`] / n[`${other} mse`] - 1),
      }),
    ),
  ])
}

function ofRises({ name, baselines, rolling, each }: Measured): Sentence {
  return quoted(
    'rises',
    ['B', 'C'].map((regime) =>
      measure({
        what: `rise of squared loss from the ${rolling} rounds before ${regime} to the ${rolling} after: ${name} minus the baselines’ median`,
        side: 'below',
        values: each(
          (n) => n[`${name} rise ${regime}`] - median(baselines.map((b) => n[`${b} rise ${regime}`])),
        ),
      }),
    ),
  )
}

function ofMass({ name, rolling, each }: Measured): Sentence[] {
  const step = (to: string, from: string): number[] =>
    each((n) => n[`${name} log2 a ${to}`] - n[`${name} log2 a ${from}`])
  return [
    quoted('nonstationary-a', [
      measure({
        what: `distance of the mean of log₂ a in A from the middle of the grid, −½: ${name} (intermediate: below 1.5)`,
        side: 'below',
        than: 1.5,
        values: each((n) => Math.abs(n[`${name} log2 a A`] + 0.5)),
      }),
    ]),
    quoted('nonstationary-b', [
      measure({
        what: `mean of log₂ a over the last ${rolling} rounds of a regime, ${name}: B minus A`,
        side: 'above',
        values: step('B', 'A'),
      }),
    ]),
    quoted('nonstationary-c', [
      measure({
        what: `mean of log₂ a over the last ${rolling} rounds of a regime, ${name}: C minus B`,
        side: 'below',
        values: step('C', 'B'),
      }),
    ]),
  ]
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]
}
