/** What a forecast is made from: a number, features in their order, or fields by name. */
export type Input =
  | number
  | readonly (number | null)[]
  | Readonly<Record<string, number | string | boolean | null>>

/** What was forecast for a row. The service, this client and its live page have this one record of it. */
export interface ForecastRecord {
  /** Null where the outcome is a class without a number. */
  readonly mean: number | null
  readonly lower: number | null
  readonly upper: number | null
  /** Best where large errors count no more than their size; null before the first outcome. */
  readonly median?: number | null
  /** Null before the first outcome. */
  readonly sd?: number | null
  /** P(y = +1); of several classes, in a round, that of the class that came. */
  readonly probability?: number
  /** The likeliest class, the probability of each, and the set that holds the right one as often as asked. */
  readonly label?: string | number | null
  readonly probabilities?: Readonly<Record<string, number>>
  readonly set?: readonly string[]
  /** The forecast that the interval is around, or its parts. */
  readonly forecast?: unknown
  /** One for each coverage, where several were asked for. */
  readonly intervals?: readonly {
    readonly coverage: number
    readonly lower: number | null
    readonly upper: number | null
  }[]
}

/** The same once its outcome is known. */
export interface RoundRecord extends ForecastRecord {
  /** A number, or the name of a class. */
  readonly y: number | string
  /** Null where nothing had been forecast. */
  readonly loss: number | null
  /** Null where there was no interval. */
  readonly covered: boolean | null
  /** Something changed; only where the recipe asks for alerts. */
  readonly alert?: unknown
}

/** Which forecast it is. */
interface Answered {
  readonly id?: string
  readonly version: number
  readonly round: number
}

export interface Forecast extends ForecastRecord, Answered {}

/** A number; or the name of a class, where classes are forecast. */
export type Outcome = number | string | boolean

export interface Round extends RoundRecord, Answered {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly alerts?: readonly string[]
  /** What the versions in the shadow forecast for the same outcome. */
  readonly shadows?: readonly ShadowRound[]
}

export interface ShadowRound extends Pick<RoundRecord, 'mean' | 'lower' | 'upper' | 'loss'> {
  readonly version: number
}

/** A round that was kept, with its place among the events of its key. */
export interface KeptRound extends Round {
  readonly seq: number
  /** When its outcome came, as text: 2026-03-31T05:00:00.000Z. */
  readonly time: string
}

/** The next outcomes: step 1 follows the last one observed. An end is null until earlier paths have been judged. */
export interface Path extends Answered {
  readonly path: readonly PathStep[]
}

/** The forecast of one of the next outcomes. */
export interface PathStep {
  /** Counted from 1. */
  readonly step: number
  readonly mean: number
  readonly lower: number | null
  readonly upper: number | null
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

/** How much each column mattered to the last forecasts of a key. */
export interface ColumnReasons {
  readonly version: number
  readonly round: number
  /** Rows that were explained. */
  readonly rows: number
  /** The largest share first; none where the model has no columns. */
  readonly columns: readonly {
    /** A column, a part of the calendar, or «past outcomes». */
    readonly column: string
    /** The mean size of its effect: in units of y, for classes in probability. */
    readonly effect: number
    /** Its part in how far forecasts moved from what they are where nothing is known: 0 to 1. */
    readonly share: number
  }[]
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

/** A recipe on rows, without keeping anything. */
export interface DryRun {
  readonly rows: number
  readonly target: string
  /** Whether it ended before the last row, because it took too long. */
  readonly stopped: boolean
  readonly health: Health
  readonly records: readonly TrialRecord[]
}

/** A row of a dry run. */
export interface TrialRecord extends RoundRecord {
  readonly t: number
  readonly alerts?: readonly string[]
}
