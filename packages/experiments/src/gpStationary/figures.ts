import { ordered, palette } from '@credence/charts'
import type { Figure, Result, Results } from '../experiment.ts'
import { meanCurve } from '../meanCurve.ts'
import { parts, type StationarySettings, titles } from './settings.ts'

export function figures({ inverseBandwidth }: StationarySettings, results: Results): Figure[] {
  const shades = ordered(inverseBandwidth.length)
  return [
    {
      name: 'nll',
      caption:
        'Average cumulative negative log-likelihood of GP-EA (thick) and of the six fixed-bandwidth experts, mean over the replications with two standard errors.',
      panelHeight: 230,
      panels: parts.map((part) => ({
        title: titles[part],
        x: { label: 'round', ticks: 4 },
        y: {
          label: 'average negative log-likelihood',
          kind: 'log' as const,
          ticks: 4,
          ...late(results[part], inverseBandwidth.length),
        },
        series: [
          ...inverseBandwidth.map((a, k) => ({
            name: `a = ${a}`,
            ...meanCurve(results[part], 'nll', String(k)),
            color: shades[k],
            width: 1.2,
          })),
          {
            name: 'GP-EA',
            ...meanCurve(results[part], 'nll', 'aggregate'),
            color: palette.vermilion,
            width: 2.4,
            dash: '7 3',
          },
        ],
      })),
    },
    {
      name: 'weights',
      caption:
        'Weights of the six fixed-bandwidth experts over time, mean over the replications with two standard errors. Rounds are on a log scale, for most is decided early.',
      panelHeight: 230,
      panels: parts.map((part) => ({
        title: titles[part],
        x: { label: 'round, on a log scale', kind: 'log' as const, ticks: 4 },
        y: { label: 'weight', domain: [0, 1.02] as [number, number] },
        series: inverseBandwidth.map((a, k) => ({
          name: `a = ${a}`,
          ...meanCurve(results[part], 'weights', String(k)),
          color: shades[k],
          width: 2,
        })),
      })),
    },
  ]
}

/** The range of the curves after the first twentieth of the rounds. */
function late(results: readonly Result[], experts: number): { domain: [number, number] } {
  const values = ['aggregate', ...Array.from({ length: experts }, (_, k) => String(k))].flatMap((name) => {
    const { y } = meanCurve(results, 'nll', name)
    return y.slice(Math.floor(y.length / 20))
  })
  return { domain: [Math.min(...values) * 0.95, Math.max(...values) * 1.05] }
}
