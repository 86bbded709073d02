/** What a forecast is made from: a number, features in their order, or fields by name. */
export type Input =
  | number
  | readonly (number | null)[]
  | Readonly<Record<string, number | string | boolean | null>>

export interface Forecast {
  readonly id?: string
  readonly version: number
  readonly round: number
  /** Null where the outcome is a class without a number. */
  readonly mean: number | null
  readonly lower: number | null
  readonly upper: number | null
  readonly sd?: number
  readonly probability?: number
  /** The likeliest class, and the probability of each, where classes are forecast. */
  readonly label?: string | number | null
  readonly probabilities?: Readonly<Record<string, number>>
}

/** A number; or the name of a class, where classes are forecast. */
export type Outcome = number | string | boolean

export interface Round extends Forecast {
  readonly y: number | string
  /** Null where nothing had been forecast. */
  readonly loss: number | null
  readonly covered: boolean | null
  /** Milliseconds since 1970. */
  readonly at: number
  readonly alerts?: readonly string[]
}

/** A round that was kept, with its place among the events of its key. */
export interface KeptRound extends Round {
  readonly seq: number
  /** When its outcome came, as text: 2026-03-31T05:00:00.000Z. */
  readonly time: string
}

/** The next outcomes: step 1 follows the last one observed. An end is null until earlier paths have been judged. */
export interface Path {
  readonly id?: string
  readonly version: number
  readonly round: number
  readonly path: readonly {
    readonly step: number
    readonly mean: number
    readonly lower: number | null
    readonly upper: number | null
  }[]
}

/** The first outcomes of a series, from which nothing can be forecast yet. */
export interface Waiting {
  readonly waiting: number
  readonly y: number
}

export interface Model {
  readonly name: string
  /** The version that answers. */
  readonly live: number
  /** Versions that learn beside it. */
  readonly shadows: readonly number[]
  readonly versions: readonly {
    readonly version: number
    readonly recipe: unknown
    readonly created: number
  }[]
}

export interface KeyList {
  readonly keys: readonly { readonly key: string; readonly events: number; readonly trouble: number }[]
  /** What to give as `after` for the next page. */
  readonly next: string | null
}

export interface Health {
  readonly rounds: number
  readonly meanLoss: number | null
  readonly coverage: number | null
  readonly meanWidth: number | null
  readonly missesInARow: number
  readonly troubles: readonly string[]
}

export interface KeyView {
  readonly model: string
  readonly key: string
  readonly seq: number
  readonly seen: number
  readonly version: number
  /** The coverage that was asked for. */
  readonly target: number
  readonly rounds: number
  readonly weights: readonly { readonly expert: unknown; readonly weight: number }[]
  readonly ledger: { readonly total: Readonly<Record<string, unknown>> } | null
  readonly coverage: unknown
  readonly health: Health
  readonly alerts: readonly {
    readonly seq: number
    readonly kind: string
    readonly reason: string
    readonly at: number
    /** When the trouble was over, milliseconds since 1970; null while it lasts. */
    readonly resolved: number | null
  }[]
  readonly shadows: readonly (Health & { readonly version: number; readonly refusals: number })[]
}

/** A line of a batch. */
export interface BatchEvent {
  readonly model: string
  readonly key: string
  readonly op: 'predict' | 'learn' | 'skip' | 'observe'
  /** The caller's own name for this event. */
  readonly event?: string
  readonly id?: string
  readonly input?: Input
  readonly y?: number
  readonly at?: string
}

export interface BatchAnswer {
  readonly status: number
  readonly body: unknown
}

/** Something that happened to a key. */
export interface LiveEvent {
  readonly model: string
  readonly key: string
  readonly seq: number
  readonly op: string
  readonly body: Partial<Round> & Readonly<Record<string, unknown>>
}

export interface DryRun {
  readonly rows: number
  /** Whether it ended before the last row, because it took too long. */
  readonly stopped: boolean
  readonly health: Health
  readonly records: readonly (Partial<Round> & { readonly t: number })[]
}
