import { ordered, type Plot, palette } from '@credence/charts'
import type { Source } from '../data.ts'
import type { Figure, Result, Results } from '../experiment.ts'
import { type Method, methods } from '../linearStream.ts'
import { type BenchmarkSettings, color, label } from './settings.ts'

type Draw = (source: Source, result: Result) => Plot

export function figures({ sources, grid }: BenchmarkSettings, results: Results): Figure[] {
  const panels = (draw: Draw): Plot[] => sources.map((source) => draw(source, results[source.name][0]))
  return [ofBaselines(panels), ofExperts(panels, grid)]
}

function ofBaselines(panels: (draw: Draw) => Plot[]): Figure {
  return {
    name: 'baselines',
    caption:
      'Average cumulative point-prediction loss, rows in the file’s order. Thick: the aggregates; thin: the best fixed expert of each in hindsight. For squared loss OGA and OGD experts predict the same. Peaks in the first quarter of the rounds may leave the frame.',
    panels: panels(({ name, task }, { curves }) => ({
      title: title(name),
      x: { label: 'round', ticks: 4 },
      y: {
        label: task === 'regression' ? 'average squared loss' : 'average hinge loss',
        ...focus(curves.point.y),
      },
      series: methods.flatMap((method) => [
        {
          name: `best ${method.toUpperCase()} expert`,
          x: curves.point.x,
          y: curves.point.y[`${method} best`],
          color: color[method],
          width: 1,
          ...dashed(method),
        },
        {
          name: label[method],
          x: curves.point.x,
          y: curves.point.y[method],
          color: color[method],
          width: 2.6,
          ...dashed(method),
        },
      ]),
    })),
  }
}

function ofExperts(panels: (draw: Draw) => Plot[], grid: readonly number[]): Figure {
  const shades = ordered(grid.length)
  return {
    name: 'experts',
    caption:
      'Average cumulative mean loss of SVB-EA (thick) and its eight SVB experts (thin), rows in the file’s order.',
    panels: panels(({ name, task }, { curves }) => ({
      title: title(name),
      x: { label: 'round', ticks: 4 },
      y: {
        label: task === 'regression' ? 'average mean squared loss' : 'average mean hinge loss',
        ...focus(curves.loss.y),
      },
      series: [
        ...grid.map((scale, k) => ({
          name: `G = ${Number(scale.toPrecision(3))}`,
          x: curves.loss.x,
          y: curves.loss.y[String(k)],
          color: shades[k],
          width: 1,
        })),
        {
          name: 'SVB-EA',
          x: curves.loss.x,
          y: curves.loss.y.aggregate,
          color: palette.vermilion,
          width: 2.6,
        },
      ],
    })),
  }
}

/** OGA and OGD may coincide: a dashed line on top lets both be seen. */
function dashed(method: Method): { dash?: string } {
  return method === 'ogd' ? { dash: '7 5' } : {}
}

/** A domain for y that peaks in the first quarter of the rounds do not blow up. */
function focus(y: Readonly<Record<string, readonly number[]>>): { domain?: [number, number] } {
  const curves = Object.values(y)
  const late = curves.flatMap((curve) => curve.slice(Math.floor(curve.length / 4))).filter(Number.isFinite)
  const settled = curves
    .flatMap((curve) => curve.slice(Math.floor(curve.length / 20)))
    .filter(Number.isFinite)
  if (late.length === 0) return {}
  const [low, high] = [Math.min(...settled), Math.max(...late)]
  const room = 0.08 * (high - low || high)
  return { domain: [Math.max(0, low - room), high + room] }
}

function title(name: string): string {
  return name === 'breast_cancer' ? 'breast cancer' : name
}
