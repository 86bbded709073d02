import { type Claim, claim } from '../claim.ts'
import type { Result, Results } from '../experiment.ts'
import { names, parts } from './settings.ts'

export function claims(results: Results): Claim[] {
  const each = (part: (typeof parts)[number], value: (n: Result['numbers']) => number): number[] =>
    results[part].map(({ numbers }) => value(numbers))
  const [well, mis] = parts
  const regretGap = (part: typeof well | typeof mis, a: string, b: string): number[] =>
    each(part, (n) => n[`${a} regret`] - n[`${b} regret`])
  return [
    ...(['Mean', 'Annealed'] as const).map((other) =>
      claim({
        says: 'Point-EA has the smallest regret in the well-specified setting',
        measured: `final point regret of Point-EA minus that of ${other}-EA`,
        side: 'below',
        values: regretGap(well, 'Point', other),
      }),
    ),
    ...(['Mean', 'Annealed'] as const).map((other) =>
      claim({
        says: 'Point-EA does so despite retaining a poor predictive distribution (well specified)',
        measured: `final standard deviation of q of Point-EA minus that of ${other}-EA (the truth is a point)`,
        side: 'above',
        values: each(well, (n) => n['Point sd'] - n[`${other} sd`]),
      }),
    ),
    claim({
      says: 'Annealed-EA retains substantially larger uncertainty under misspecification',
      measured: 'final standard deviation of q of Annealed-EA over that of Mean-EA (substantially: above 2)',
      side: 'above',
      than: 2,
      values: each(mis, (n) => n['Annealed sd'] / n['Mean sd']),
    }),
    claim({
      says: 'Mean-EA rapidly collapses under misspecification',
      measured: 'standard deviation of q of Mean-EA at round 1000; it starts at 1 (collapse: below 0.5)',
      side: 'below',
      than: 0.5,
      values: each(mis, (n) => n['Mean sd at 1000']),
    }),
    ...(['Point', 'Mean'] as const).map((other) =>
      claim({
        says: 'Annealed-EA is more robust under bimodal misspecification',
        measured: `final point regret of Annealed-EA minus that of ${other}-EA`,
        side: 'below',
        values: regretGap(mis, 'Annealed', other),
      }),
    ),
    ...parts.flatMap((part) =>
      names.flatMap((name) => [
        claim({
          says: 'the aggregate is more stable than hard expert selection',
          measured: `${part}: final point regret of ${name}-EA minus that of follow-the-leader by the same score`,
          side: 'below',
          values: regretGap(part, name, `${name} hard`),
        }),
      ]),
    ),
  ]
}
