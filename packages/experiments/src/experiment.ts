import type { FigureOptions } from '@credence/charts'
import { defaultFigures } from './defaultFigures.ts'
import type { Detail, Reading } from './reading.ts'
import type { Sentence } from './sentence.ts'
import type { Table } from './table.ts'
import { overviewOf, tablesOf } from './tables.ts'

/** What the user asked for. */
export interface Wishes {
  readonly seed: number
  readonly replications: number
  readonly quick: boolean
  /** The way of each detail that decides what is run. */
  readonly reading: Reading
  /** Files that are not shipped. */
  readonly covertype?: string | undefined
  readonly elec2?: string | undefined
}

/** Everything that one replication found: plain numbers. */
export interface Result {
  readonly numbers: Readonly<Record<string, number>>
  readonly curves: Readonly<Record<string, Curves>>
}

/** Several curves over the same x. */
export interface Curves {
  readonly x: readonly number[]
  readonly y: Readonly<Record<string, readonly number[]>>
}

/** Results by part, in the order of replications. */
export type Results = Readonly<Record<string, readonly Result[]>>

export interface Figure extends FigureOptions {
  readonly name: string
  readonly caption: string
}

export interface Summary {
  readonly figures: readonly Figure[]
  /** What was found, for people: means with standard errors. */
  readonly overview: Table
  /** Files of numbers by name, without the ending. */
  readonly tables: Readonly<Record<string, Table>>
  /** What a reader should know, one sentence or two each. */
  readonly notes: readonly string[]
}

/** One experiment. Settings are plain data: with the seed they decide every number. */
export interface Experiment<Settings = unknown> {
  readonly name: string
  readonly title: string
  /** Where the paper has it. */
  readonly section: string
  /** Data that is not shipped, and where to find it. */
  readonly sources?: readonly { readonly name: string; readonly url: string }[]
  /** What the text leaves open. @default none */
  readonly details?: readonly Detail[]
  /** Replications of a full run. @default 30 */
  readonly replications?: number
  /** Replications of each other reading in the table of readings. @default 10 */
  readonly perReading?: number
  settings(wishes: Wishes): Settings | Promise<Settings>
  /** Independent pieces of a replication, each with how often it is to be repeated and its cost in seconds. */
  parts(settings: Settings, wishes: Wishes): readonly Part[]
  /** A pure function of its arguments. */
  replicate(settings: Settings, part: string, seed: number, replication: number): Result | Promise<Result>
  /** Each sentence with what was measured, under one reading. */
  judge(settings: Settings, results: Results, reading: Reading): readonly Sentence[]
  summarise(settings: Settings, results: Results): Summary
}

export interface Part {
  readonly name: string
  readonly replications: number
  readonly cost: number
}

/** What a researcher writes; everything else has a default. */
export interface ExperimentOptions<Settings extends object>
  extends Pick<Experiment<Settings>, 'name' | 'title'>,
    Partial<Pick<Experiment<Settings>, 'section' | 'sources' | 'details' | 'replications' | 'perReading'>> {
  /** Plain data that can be changed at the shell by `--set name=value`. @default {} */
  readonly settings?: Settings
  /** Streams, conditions, data sets: pieces that are run and repeated apart. @default ['all'] */
  readonly parts?: readonly string[]
  /** Numbers by name, and if wanted curves for figures. */
  replicate(
    settings: Settings & { readonly reading: Reading },
    part: string,
    seed: number,
    replication: number,
  ): Partial<Result> | Promise<Partial<Result>>
  sentences(results: Results, settings: Settings, reading: Reading): readonly Sentence[]
  /** @default a panel for each part, a line for each curve */
  figures?(results: Results, settings: Settings): readonly Figure[]
  /** @default none */
  readonly notes?: readonly string[]
}

/** An experiment from what is special about it: `credence reproduce FILE` runs the one that FILE exports as default. */
export function experiment<Settings extends object = Record<string, never>>(
  options: ExperimentOptions<Settings>,
): Experiment<Settings & { readonly reading: Reading }> {
  const { name, title, section = 'an experiment of your own', settings = {} as Settings } = options
  const { parts = ['all'], notes = [] } = options
  return {
    ...options,
    name,
    title,
    section,
    settings: ({ reading }) => ({ ...settings, reading }),
    parts: (_settings, { replications }) => parts.map((part) => ({ name: part, replications, cost: 1 })),
    async replicate(given, part, seed, replication) {
      const { numbers = {}, curves = {} } = await options.replicate(given, part, seed, replication)
      return { numbers, curves }
    },
    judge: (given, results, reading) => options.sentences(results, given, reading),
    summarise: (given, results) => ({
      figures: options.figures?.(results, given) ?? defaultFigures(results),
      overview: overviewOf(results),
      tables: tablesOf(results),
      notes,
    }),
  }
}
