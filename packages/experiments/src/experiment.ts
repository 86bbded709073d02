import type { FigureOptions } from '@credence/charts'
import type { Claim } from './claim.ts'
import type { Table } from './table.ts'

/** What the user asked for. */
export interface Wishes {
  readonly seed: number
  readonly replications: number
  readonly quick: boolean
  /** How benchmark features are prepared, as in a recipe. */
  readonly prepare: {
    readonly scale: 'standardize-file' | 'minmax-file' | 'standardize' | 'none'
    readonly intercept: boolean
  }
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
  readonly claims: readonly Claim[]
  readonly figures: readonly Figure[]
  /** What was found, for people: means with standard errors. */
  readonly overview: Table
  /** Files of numbers by name, without the ending. */
  readonly tables: Readonly<Record<string, Table>>
  /** What a reader should know, one sentence or two each. */
  readonly notes: readonly string[]
}

/** One experiment of the paper. Settings are plain data: with the seed they decide every number. */
export interface Experiment<Settings = unknown> {
  readonly name: string
  readonly title: string
  /** Where the paper has it. */
  readonly section: string
  /** Data that is not shipped, and where to find it. */
  readonly sources?: readonly { readonly name: string; readonly url: string }[]
  settings(wishes: Wishes): Settings | Promise<Settings>
  /** Independent pieces of a replication, each with how often it is to be repeated and its cost in seconds. */
  parts(settings: Settings, wishes: Wishes): readonly Part[]
  /** A pure function of its arguments. */
  replicate(settings: Settings, part: string, seed: number, replication: number): Result | Promise<Result>
  summarise(settings: Settings, results: Results): Summary
}

export interface Part {
  readonly name: string
  readonly replications: number
  readonly cost: number
}
