import { ordered, type Plot, palette } from '@credence/charts'
import type { Figure, Results } from '../experiment.ts'
import { meanCurve } from '../meanCurve.ts'
import { average } from '../statistics.ts'
import type { SmoothnessSettings } from './settings.ts'

export function figures(settings: SmoothnessSettings, results: Results): Figure[] {
  return [
    {
      name: 'kl',
      caption:
        'Average predictive KL against the known truth as T grows, mean over the replications with two standard errors. Left: GP-EA on the dyadic grid; dashed: the minimax rate T^(−2β/(2β+1)) through the last point. Right: GP-EA over the best fixed bandwidth of each T.',
      columns: 2,
      panelHeight: 280,
      panels: [klPanel(settings, results), ratioPanel(settings, results)],
      legend: [
        { name: 'GP-EA (slope)', color: palette.grey, width: 2 },
        { name: 'minimax rate (slope)', color: palette.grey, width: 1, dash: '4 3' },
      ],
    },
  ]
}

function axisOf(lengths: readonly number[]): Plot['x'] {
  return { label: 'T', kind: 'log', ticks: lengths.map((value) => ({ value, label: String(value) })) }
}

function klPanel({ lengths, betas }: SmoothnessSettings, results: Results): Plot {
  const shades = ordered(betas.length)
  const x = axisOf(lengths)
  return {
    title: 'average predictive KL',
    x,
    y: { label: 'KL, nats a round', kind: 'log' },
    series: betas.flatMap((beta, b) => {
      const curve = meanCurve(results[`β = ${beta}`], 'kl', 'aggregate')
      const rate = (2 * beta) / (2 * beta + 1)
      const end = curve.y[curve.y.length - 1]
      const guide = lengths.map((T) => end * (T / lengths[lengths.length - 1]) ** -rate)
      const found = average(results[`β = ${beta}`].map(({ numbers }) => numbers.slope))
      return [
        { x: lengths, y: guide, color: shades[b], width: 1, dash: '4 3' },
        {
          ...curve,
          color: shades[b],
          width: 2,
          dots: true,
          endLabel: `β = ${beta}: ${found.toFixed(2)} (${(-rate).toFixed(2)})`.replace(/-/g, '−'),
        },
      ]
    }),
  }
}

function ratioPanel({ lengths, betas }: SmoothnessSettings, results: Results): Plot {
  const shades = ordered(betas.length)
  const x = axisOf(lengths)
  return {
    title: 'GP-EA over the best fixed bandwidth',
    x,
    y: { label: 'ratio of KL', include: [1] },
    rules: [{ y: 1 }],
    series: betas.map((beta, b) => {
      const list = results[`β = ${beta}`]
      const own = meanCurve(list, 'kl', 'aggregate')
      const best = meanCurve(list, 'kl', 'best')
      return {
        x: lengths,
        y: own.y.map((value, i) => value / best.y[i]),
        color: shades[b],
        width: 2,
        dots: true,
        endLabel: `β = ${beta}`,
      }
    }),
  }
}
