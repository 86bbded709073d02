import { type Claim, claim } from '../claim.ts'
import type { Result, Results } from '../experiment.ts'
import { baselines, type NonstationarySettings, ours } from './settings.ts'

interface Measured {
  readonly rolling: number
  each(value: (n: Result['numbers']) => number): number[]
}

export function claims({ rolling }: NonstationarySettings, results: Results): Claim[] {
  const measured: Measured = {
    rolling,
    each: (value) => results.ABC.map(({ numbers }) => value(numbers)),
  }
  return [competitive, recovery, intermediate, widening, narrowing, hard].flatMap((make) =>
    ours.flatMap((name) => make(name, measured)),
  )
}

function competitive(name: string, { each }: Measured): Claim[] {
  return [
    ...baselines.map((other) =>
      claim({
        says: 'GP-EA remains competitive with the online regression baselines throughout the stream',
        measured: `mean squared error of ${name} over that of ${other}, minus 1 (competitive: below 0.1)`,
        side: 'below',
        than: 0.1,
        values: each((n) => n[`${name} mse`] / n[`${other} mse`] - 1),
      }),
    ),
    ...['A', 'B', 'C'].map((regime) =>
      claim({
        says: 'GP-EA remains competitive with the online regression baselines throughout the stream',
        measured: `regime ${regime}: mean squared error of ${name} over the baselines’ median, minus 1 (competitive: below 0.1)`,
        side: 'below',
        than: 0.1,
        values: each(
          (n) => n[`${name} mse ${regime}`] / median(baselines.map((b) => n[`${b} mse ${regime}`])) - 1,
        ),
      }),
    ),
  ]
}

function recovery(name: string, { rolling, each }: Measured): Claim[] {
  return ['B', 'C'].map((regime) =>
    claim({
      says: 'GP-EA exhibits relatively small increases in rolling squared loss after the two regime changes',
      measured: `rise of squared loss from the ${rolling} rounds before ${regime} to the ${rolling} after: ${name} minus the baselines’ median`,
      side: 'below',
      values: each(
        (n) => n[`${name} rise ${regime}`] - median(baselines.map((b) => n[`${b} rise ${regime}`])),
      ),
    }),
  )
}

function widening(name: string, { rolling, each }: Measured): Claim[] {
  return [
    claim({
      says: 'after the transition to B, the mass shifts towards larger inverse bandwidths',
      measured: `mean of log₂ a over the last ${rolling} rounds of a regime, ${name}: B minus A`,
      side: 'above',
      values: each((n) => n[`${name} log2 a B`] - n[`${name} log2 a A`]),
    }),
  ]
}

function narrowing(name: string, { rolling, each }: Measured): Claim[] {
  return [
    claim({
      says: 'after the transition to the smoother C, it moves back towards smaller inverse bandwidths',
      measured: `mean of log₂ a over the last ${rolling} rounds of a regime, ${name}: C minus B`,
      side: 'below',
      values: each((n) => n[`${name} log2 a C`] - n[`${name} log2 a B`]),
    }),
  ]
}

function intermediate(name: string, { each }: Measured): Claim[] {
  return [
    claim({
      says: 'in regime A, the aggregate places most of its mass on an intermediate bandwidth',
      measured: `distance of the mean of log₂ a in A from the middle of the grid, −½: ${name} (intermediate: below 1.5)`,
      side: 'below',
      than: 1.5,
      values: each((n) => Math.abs(n[`${name} log2 a A`] + 0.5)),
    }),
  ]
}

function hard(name: string, { each }: Measured): Claim[] {
  return [
    claim({
      says: 'the aggregate is more stable than hard expert selection',
      measured: `mean squared error of ${name} minus that of follow-the-leader`,
      side: 'below',
      values: each((n) => n[`${name} mse`] - n['GP hard mse']),
    }),
    claim({
      says: 'the aggregate is more stable than hard expert selection',
      measured: `weight that ${name} moves in a round, minus that of follow-the-leader`,
      side: 'below',
      values: each((n) => n[`${name} movement`] - n['GP hard movement']),
    }),
  ]
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]
}
