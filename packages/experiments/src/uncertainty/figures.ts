import type { Figure, Results } from '../experiment.ts'
import { meanCurve } from '../meanCurve.ts'
import { color, names, parts, shownOf, type UncertaintySettings } from './settings.ts'

export function figures(settings: UncertaintySettings, results: Results): Figure[] {
  const shown = shownOf(settings)
  return [
    {
      name: 'density',
      caption:
        'The predictive density p_t(y) = ∫ N(y; θ, 0.1²) q_t(θ) dθ at four rounds of one stream; top: well specified, bottom: misspecified, outcomes near ±2.',
      columns: shown.length,
      panelHeight: 150,
      panels: parts.flatMap((part) =>
        shown.map((t, i) => {
          const { x, y } = results[part][0].curves[`density ${t}`]
          return {
            title: i === 0 ? `${part}, t = ${t}` : `t = ${t}`,
            x: {
              label: 'y',
              ticks: [-4, -2, 0, 2, 4].map((value) => ({ value, label: String(value).replace('-', '−') })),
            },
            y: { ...(i === 0 ? { label: 'density' } : {}), include: [0], ticks: 4 },
            series: names.map((name) => ({
              name: `${name}-EA`,
              x,
              y: y[name],
              color: color[name],
              width: 1.8,
              fill: true,
              ...(name === 'Point' ? { dash: '6 3' } : {}),
            })),
          }
        }),
      ),
    },
    {
      name: 'regret',
      caption: 'Point-prediction regret, mean over the replications with two standard errors.',
      columns: 2,
      panelHeight: 230,
      panels: parts.map((part) => ({
        title: part,
        x: { label: 'round' },
        y: { label: 'regret', include: [0] },
        series: names.map((name) => ({
          name: `${name}-EA`,
          ...meanCurve(results[part], 'regret', name),
          color: color[name],
          width: 2,
        })),
      })),
    },
  ]
}
