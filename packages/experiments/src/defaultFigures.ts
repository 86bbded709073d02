import { palette } from '@credence/charts'
import type { Figure, Results } from './experiment.ts'
import { meanCurve } from './meanCurve.ts'

const COLORS = [
  palette.black,
  palette.vermilion,
  palette.blue,
  palette.green,
  palette.orange,
  palette.purple,
  palette.sky,
]

/** A figure for each group of curves: a panel for each part, a line for each curve, with two standard errors. */
export function defaultFigures(results: Results): Figure[] {
  const [first] = Object.values(results)
  return Object.keys(first?.[0]?.curves ?? {}).map((group) => ({
    name: group,
    caption: `${group}, mean over the replications with two standard errors.`,
    panels: Object.entries(results).map(([part, list]) => ({
      title: part,
      x: {},
      y: { label: group },
      series: Object.keys(list[0].curves[group].y).map((name, i) => ({
        name,
        ...meanCurve(list, group, name),
        color: COLORS[i % COLORS.length],
        width: 2,
      })),
    })),
  }))
}
