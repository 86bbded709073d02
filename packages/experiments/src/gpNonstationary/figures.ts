import { ordered, palette } from '@credence/charts'
import { nonstationaryDetails as details } from '../details.ts'
import type { Figure, Results } from '../experiment.ts'
import { meanCurve } from '../meanCurve.ts'
import { closestReading } from '../reading.ts'
import { BESIDE, baselinesOf, type NonstationarySettings, variantOf } from './settings.ts'

const ours = [variantOf(closestReading(details)), variantOf(BESIDE)] as const
const baselines = baselinesOf(closestReading(details))

const colors = [palette.sky, palette.purple, palette.green, palette.orange, palette.black]

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
  const curves = [...baselines, ...ours].map((name) => from(rolling, meanCurve(list, 'loss', name)))
  const most = Math.max(...curves.flatMap(({ y }) => y))
  const weights = (name: string, title: string) => ({
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
      caption: captionOf(rolling),
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
            { name: 'GP-EA at σ = 0', ...curves[baselines.length], color: palette.vermilion, width: 2.4 },
            {
              name: 'GP-EA, variances and floor',
              ...curves[baselines.length + 1],
              color: palette.blue,
              width: 2.4,
              dash: '7 3',
            },
          ],
        },
        weights(ours[0], 'weights at σ = 0, as printed'),
        weights(ours[1], 'S as variances, floor 1e-12'),
      ],
    },
  ]
}

function captionOf(rolling: number): string {
  return `The stream A → B → C. Left: squared loss averaged over the last ${rolling} rounds, from round ${rolling} on. Middle and right: GP-EA’s weights of each inverse bandwidth, summed over the noise scales, at σ = 0 as printed, and with S as variances and a floor of 1e-12 under the weights, a reading found by search. Dashed: the regime changes. Means over the replications with two standard errors.`
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
