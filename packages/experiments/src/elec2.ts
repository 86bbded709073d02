import { ordered, palette } from '@credence/charts'
import { type Claim, claim } from './claim.ts'
import { Rolling } from './contest.ts'
import { load, type Source, userSource } from './data.ts'
import type { Experiment, Figure, Result, Wishes } from './experiment.ts'
import { least, methods, playBoth, preparation } from './linearStream.ts'
import { Recorder } from './recorder.ts'
import { batchMeans } from './statistics.ts'
import { overviewRow, tablesOf } from './tables.ts'

export interface Elec2Settings {
  readonly prepare: Wishes['prepare']
  readonly source: Source | null
  /** Consecutive pieces of the stream over which standard errors are taken. */
  readonly batches: number
  readonly window: number
}

const label = { svb: 'SVB-EA', oga: 'OGA-EA', ogd: 'OGD-EA' } as const
const color = { svb: palette.vermilion, oga: palette.sky, ogd: palette.black } as const

/** A real stream that drifts: the Australian electricity market. Run only where the user has the file. */
export const elec2: Experiment<Elec2Settings> = {
  name: 'elec2',
  title: 'A real drifting stream: elec2',
  section: 'beyond the paper: its methods on a stream it does not use',
  sources: [{ name: 'Electricity (Harries 1999)', url: 'https://www.openml.org/d/151' }],
  async settings({ prepare, elec2: file }) {
    const source = file === undefined ? null : await userSource('elec2', file, 1)
    // A whole-file scale would look ahead: on a stream only the past is known.
    return { prepare: { ...prepare, scale: 'standardize' }, source, batches: 30, window: 1000 }
  },
  parts: ({ source }) => (source ? [{ name: 'elec2', replications: 1, cost: 4 }] : []),
  async replicate({ prepare, source, batches, window }) {
    const data = await load(source as Source)
    const prepared = await preparation(data, prepare)
    const numbers: Record<string, number> = {}
    const rolling = new Recorder(data.y.length)
    const wanted = new Recorder(data.y.length)
    const rounds = data.y.map((_, i) => wanted.wants(i + 1))
    let weights = { x: [] as readonly number[], y: {} as Readonly<Record<string, readonly number[]>> }
    for (const method of methods) {
      const { aggregate, hard } = playBoth(data, 'classification', method, prepared)
      const curve = (name: string, losses: Float64Array): void => {
        const recent = new Rolling(window)
        losses.forEach((loss, i) => {
          recent.add(loss)
          if (rounds[i]) rolling.add(name, recent.mean)
        })
      }
      curve(method, aggregate.pointByRound)
      curve(`${method} best`, aggregate.bestByRound)
      curve(`${method} hard`, hard.pointByRound)
      numbers[`${method} point`] = aggregate.point
      numbers[`${method} best point`] = aggregate.points[least(aggregate.points)]
      numbers[`${method} hard point`] = hard.point
      const against = (name: string, other: Float64Array): void => {
        const gaps = Array.from(aggregate.pointByRound, (loss, i) => loss - other[i])
        batchMeans(gaps, batches).forEach((gap, b) => {
          numbers[`${method} minus ${name}, batch ${b + 1}`] = gap
        })
      }
      against('best', aggregate.bestByRound)
      against('hard', hard.pointByRound)
      if (method === 'svb') weights = aggregate.weightCurves
    }
    return { numbers, curves: { rolling: rolling.curves, weights } }
  },
  summarise({ source, batches, window }, results) {
    const list = results.elec2 ?? []
    if (!source || list.length === 0) {
      const note =
        'elec2 was not run: give its file with --elec2 FILE (last column 1 where the price went up).'
      return { claims: [], figures: [], overview: { columns: [], rows: [] }, tables: {}, notes: [note] }
    }
    const { numbers, curves } = list[0]
    return {
      claims: claimsOf(numbers, batches),
      figures: [streamFigure(curves, window)],
      overview: {
        columns: ['method', 'hinge loss', 'best expert', 'follow-the-leader'],
        rows: methods.map((method) =>
          overviewRow(
            [label[method]],
            list,
            ['point', 'best point', 'hard point'].map((what) => (n) => n[`${method} ${what}`]),
          ),
        ),
      },
      tables: tablesOf(results),
      notes: [
        `Not in the paper. One pass over ${source.rows.toLocaleString('en')} rows in their order, features standardised by the past alone; standard errors are over ${batches} consecutive batches of rounds.`,
      ],
    }
  },
}

function claimsOf(numbers: Result['numbers'], batches: number): Claim[] {
  const gaps = (method: string, other: string): number[] =>
    Array.from({ length: batches }, (_, b) => numbers[`${method} minus ${other}, batch ${b + 1}`])
  return methods.flatMap((method) => [
    claim({
      says: 'the aggregate tracks strong experts without oracle selection, on a real drifting stream',
      measured: `hinge loss a round of ${label[method]} minus that of its best expert in hindsight (close: below 0.02)`,
      side: 'below',
      than: 0.02,
      values: gaps(method, 'best'),
    }),
    claim({
      says: 'the aggregate is more stable than hard expert selection',
      measured: `hinge loss a round of ${label[method]} minus that of follow-the-leader`,
      side: 'below',
      values: gaps(method, 'hard'),
    }),
  ])
}

function streamFigure(curves: Result['curves'], window: number): Figure {
  return {
    name: 'stream',
    caption: `Left: hinge loss over the last ${window} rounds; thin: the best fixed expert in hindsight. Right: weights of SVB-EA’s experts.`,
    columns: 2,
    panelHeight: 260,
    panels: [
      {
        title: `hinge loss over ${window} rounds`,
        x: { label: 'round', ticks: 4 },
        y: { label: 'hinge loss' },
        series: methods.flatMap((method) => [
          {
            name: `best ${method.toUpperCase()} expert`,
            x: curves.rolling.x,
            y: curves.rolling.y[`${method} best`],
            color: color[method],
            width: 0.9,
          },
          {
            name: label[method],
            x: curves.rolling.x,
            y: curves.rolling.y[method],
            color: color[method],
            width: 2,
          },
        ]),
      },
      {
        title: 'weights of SVB-EA',
        x: { label: 'round', ticks: 4 },
        y: { label: 'weight', domain: [0, 1.02] },
        series: ordered(8).map((shade, k) => ({
          x: curves.weights.x,
          y: curves.weights.y[String(k)],
          color: shade,
          width: 1.5,
          endLabel: `G = ${Number((1e-4 * 2 ** k).toPrecision(3))}`,
        })),
      },
    ],
  }
}
