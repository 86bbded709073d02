import { palette } from '@credence/charts'
import type { Figure, Results } from '../experiment.ts'
import { BAYES, type ConformalSettings, DRAWN, DTACI, LEVELS, parts } from './settings.ts'

const lines = [
  { name: DTACI, color: palette.black, width: 1.3 },
  { name: LEVELS, color: palette.orange, width: 1.3 },
  { name: BAYES, color: palette.blue, width: 2 },
  { name: DRAWN, color: palette.sky, width: 1.3, dash: '4 2' },
]

export function figures({ coverage, length }: ConformalSettings, results: Results): Figure[] {
  const panels = parts.flatMap((part) => {
    const { threshold, rolling, cumulative } = results[part][0].curves
    const shared = { x: { label: 'round', ticks: 4 }, target: [{ y: coverage, dash: '2 3' }] }
    const changes = [1, 2, 3].map((block) => ({ x: (block * length) / 4, dash: '1 4' }))
    const series = (curves: typeof threshold, without?: string) =>
      lines
        .filter(({ name }) => name !== without)
        .map((line) => ({ ...line, x: curves.x, y: curves.y[line.name] }))
    return [
      {
        title: `${part} errors`,
        x: shared.x,
        y: { label: 'threshold θₜ', domain: [0, part === parts[0] ? 9 : 5] as [number, number] },
        series: series(threshold, DRAWN),
        rules: changes,
      },
      {
        title: 'coverage over 500 rounds',
        x: shared.x,
        y: { label: 'coverage', domain: [0.75, 1] as [number, number] },
        series: series(rolling),
        rules: [...shared.target, ...changes],
      },
      {
        title: 'cumulative coverage',
        x: shared.x,
        y: { label: 'coverage', domain: [0.75, 1] as [number, number] },
        series: series(cumulative),
        rules: [...shared.target, ...changes],
      },
    ]
  })
  return [
    {
      name: 'coverage',
      caption:
        'DtACI and Bayes-DtACI under blockwise changes of the noise scale (vertical lines), one stream. Top: Student t₂ errors, bottom: Gaussian. From left to right: threshold, coverage over the last 500 rounds, cumulative coverage; the dotted horizontal line is the target 0.9. The randomised threshold is not drawn in the first column: it scatters by τ.',
      columns: 3,
      panels,
    },
  ]
}
