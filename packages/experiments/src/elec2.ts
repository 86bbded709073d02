import { ordered, palette } from '@credence/charts'
import { indexOfLeast, Rolling, selectionMeasure } from './contest.ts'
import { load, type Source, userSource } from './data.ts'
import { selectionDetails } from './details.ts'
import type { Experiment, Figure, Result } from './experiment.ts'
import { makeLearner, methods, play, preparation } from './linearStream.ts'
import { quoted } from './quotes.ts'
import type { Reading } from './reading.ts'
import { Recorder } from './recorder.ts'
import { measure, type Sentence, sentence } from './sentence.ts'
import { batchMeans } from './statistics.ts'
import { overviewRow, tablesOf } from './tables.ts'

export interface Elec2Settings {
  readonly intercept: boolean
  readonly source: Source | null
  /** Consecutive pieces of the stream over which standard errors are taken. */
  readonly batches: number
  readonly window: number
  readonly reading: Reading
}

const label = { svb: 'SVB-EA', oga: 'OGA-EA', ogd: 'OGD-EA' } as const
const color = { svb: palette.vermilion, oga: palette.sky, ogd: palette.black } as const

/** A real stream that drifts: the Australian electricity market. Run only where the user has the file. */
export const elec2: Experiment<Elec2Settings> = {
  name: 'elec2',
  title: 'A real drifting stream: elec2',
  section: 'beyond the paper: its methods on a stream it does not use',
  sources: [{ name: 'Electricity (Harries 1999)', url: 'https://www.openml.org/d/151' }],
  details: selectionDetails,
  async settings({ elec2: file, reading }) {
    const source = file === undefined ? null : await userSource('elec2', file, 1)
    return { intercept: true, source, batches: 30, window: 1000, reading }
  },
  parts: ({ source }) => (source ? [{ name: 'elec2', replications: 1, cost: 4 }] : []),
  async replicate({ intercept, source, batches, window }, _part, seed) {
    const data = await load(source as Source)
    // A whole-file scale would look ahead: on a stream only the past is known.
    const prepared = await preparation(data, 'standardize', intercept)
    const numbers: Record<string, number> = {}
    const rolling = new Recorder(data.y.length)
    const wanted = new Recorder(data.y.length)
    const rounds = data.y.map((_, i) => wanted.wants(i + 1))
    let weights = { x: [] as readonly number[], y: {} as Readonly<Record<string, readonly number[]>> }
    for (const method of methods) {
      const learner = makeLearner(method, 'classification', prepared.size, data.y.length)
      const played = play(data, learner, prepared, seed)
      const curve = (name: string, losses: Float64Array): void => {
        const recent = new Rolling(window)
        losses.forEach((loss, i) => {
          recent.add(loss)
          if (rounds[i]) rolling.add(name, recent.mean)
        })
      }
      curve(method, played.pointByRound)
      curve(`${method} best`, played.bestByRound)
      numbers[`${method} point`] = played.point
      numbers[`${method} best point`] = played.points[indexOfLeast(played.points)]
      Object.assign(numbers, played.contest.numbers(`${method} `))
      const gaps = Array.from(played.pointByRound, (loss, i) => loss - played.bestByRound[i])
      batchMeans(gaps, batches).forEach((gap, b) => {
        numbers[`${method} minus best, batch ${b + 1}`] = gap
      })
      if (method === 'svb') weights = played.weightCurves
    }
    return { numbers, curves: { rolling: rolling.curves, weights } }
  },
  judge({ batches }, results, reading) {
    const numbers = results.elec2?.[0]?.numbers
    return numbers ? sentencesOf(numbers, batches, reading) : []
  },
  summarise({ source, batches, window }, results) {
    const list = results.elec2 ?? []
    if (!source || list.length === 0) {
      const note =
        'elec2 was not run: give its file with --elec2 FILE (last column 1 where the price went up).'
      return { figures: [], overview: { columns: [], rows: [] }, tables: {}, notes: [note] }
    }
    const { curves } = list[0]
    return {
      figures: [streamFigure(curves, window)],
      overview: {
        columns: ['method', 'hinge loss', 'best expert', 'follow-the-leader'],
        rows: methods.map((method) =>
          overviewRow(
            [label[method]],
            list,
            ['point', 'best point', 'leader loss'].map((what) => (n) => n[`${method} ${what}`]),
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

/** The paper does not use this stream: nothing here is counted. */
function sentencesOf(numbers: Result['numbers'], batches: number, reading: Reading): Sentence[] {
  const gaps = (method: string): number[] =>
    Array.from({ length: batches }, (_, b) => numbers[`${method} minus best, batch ${b + 1}`])
  return [
    sentence({
      id: 'elec2-tracks',
      says: 'the aggregate tracks strong experts without oracle selection, on a real drifting stream',
      figure: 'stream',
      counted: false,
      measures: methods.map((method) =>
        measure({
          what: `hinge loss a round of ${label[method]} minus that of its best expert in hindsight (close: below 0.02)`,
          side: 'below',
          than: 0.02,
          values: gaps(method),
        }),
      ),
    }),
    quoted(
      'selection',
      methods.map((method) => ({
        ...selectionMeasure(`elec2, ${label[method]}`, [numbers], `${method} `, reading, true),
        extra: true,
      })),
    ),
  ]
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
