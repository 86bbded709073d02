import { ordered, palette } from '@credence/charts'
import type { Figure, Results } from '../experiment.ts'
import { meanCurve } from '../meanCurve.ts'
import { baselines, type NonstationarySettings, ours } from './settings.ts'

export function figures(
  { inverseBandwidth, length, rolling }: NonstationarySettings,
  results: Results,
): Figure[] {
  const shades = ordered(inverseBandwidth.length)
  const list = results.ABC
  const changes = [
    { x: length / 3, label: 'B' },
    { x: (2 * length) / 3, label: 'C' },
  ]
  const colors = [palette.sky, palette.purple, palette.green, palette.orange, palette.black]
  const curves = [...baselines, ...ours].map((name) => from(rolling, meanCurve(list, 'loss', name)))
  const most = Math.max(...curves.flatMap(({ y }) => y))
  const weights = (name: (typeof ours)[number], title: string) => ({
    title,
    x: { label: 'round', ticks: 4, domain: [0, length] as [number, number] },
    y: {
      label: 'weight',
      domain: [0, 1.09] as [number, number],
      ticks: [0, 0.2, 0.4, 0.6, 0.8, 1].map((value) => ({ value, label: value.toFixed(1) })),
    },
    rules: changes,
    series: inverseBandwidth.map((a, k) => ({
      name: `a = ${a}`,
      ...meanCurve(list, 'weights', `${name} ${k}`),
      color: shades[k],
      width: 1.8,
      endLabel: `a = ${a}`,
    })),
  })
  return [
    {
      name: 'stream',
      caption: `The stream A → B → C. Left: squared loss averaged over the last ${rolling} rounds, from round ${rolling} on. Middle and right: GP-EA’s weights of each inverse bandwidth, summed over the noise scales, without share as in the paper and with share 0.001. Dashed: the regime changes. Means over the replications with two standard errors.`,
      width: 1240,
      panelHeight: 300,
      columns: 3,
      panels: [
        {
          title: `squared loss over ${rolling} rounds`,
          x: { label: 'round', ticks: 4, domain: [0, length] as [number, number] },
          y: { label: 'squared loss', domain: [0, Math.min(most, 60) * 1.03] },
          rules: changes,
          series: [
            ...baselines.map((name, i) => ({ name, ...curves[i], color: colors[i], width: 1.3 })),
            { name: ours[0], ...curves[baselines.length], color: palette.vermilion, width: 2.4 },
            { name: ours[1], ...curves[baselines.length + 1], color: palette.blue, width: 2.4, dash: '7 3' },
          ],
        },
        weights(ours[0], 'weights, share 0 (as in the paper)'),
        weights(ours[1], 'weights, share 0.001'),
      ],
    },
  ]
}

/** The part of a curve from round `start` on. */
function from(start: number, { x, y, band }: ReturnType<typeof meanCurve>): ReturnType<typeof meanCurve> {
  const i = x.findIndex((round) => round >= start)
  return {
    x: x.slice(i),
    y: y.slice(i),
    band: { lower: band.lower.slice(i), upper: band.upper.slice(i) },
  }
}
