/** One way to read a detail. */
export interface Way {
  readonly name: string
  /** In a few words. */
  readonly about: string
  /** Whether it was found by searching for what fits: never a default, and labelled. @default false */
  readonly searched?: boolean
}

/** A detail that the text leaves open, and the ways to read it; the first is the one closest to the text. */
export interface Detail {
  readonly name: string
  /** What the text says of it, or that it is silent. */
  readonly text: string
  readonly ways: readonly [Way, ...Way[]]
  /** Whether a replication measures all ways at once, so that another reading needs no other run. @default false */
  readonly measured?: boolean
  /** The sentences that depend on it, by id. @default all of the experiment but `selection`, which all experiments share */
  readonly sentences?: readonly string[]
}

/** A way for each detail, by name. */
export type Reading = Readonly<Record<string, string>>

/** What we read: the first way of each detail. */
export function closestReading(details: readonly Detail[]): Reading {
  return Object.fromEntries(details.map(({ name, ways }) => [name, ways[0].name]))
}

/** Every combination of ways, that of the first ways first. */
export function factorial(details: readonly Detail[]): Reading[] {
  return details.reduce<Reading[]>(
    (readings, { name, ways }) =>
      readings.flatMap((reading) => ways.map((way) => ({ ...reading, [name]: way.name }))),
    [{}],
  )
}

/** The one sentence that speaks of several experiments: its readings are those that all of them have. */
export const SHARED = 'selection'

/** The details that a sentence depends on. */
export function detailsOf(details: readonly Detail[], sentence: string): readonly Detail[] {
  return details.filter(({ sentences }) => sentences?.includes(sentence) ?? sentence !== SHARED)
}

/** Whether a reading has a way that was found by search. */
export function isSearched(details: readonly Detail[], reading: Reading): boolean {
  return details.some(({ name, ways }) => ways.some((way) => way.searched && reading[name] === way.name))
}

/** The ways in which a reading differs from ours, or a word for none. */
export function describeReading(details: readonly Detail[], reading: Reading): string {
  const other = details.filter(({ name, ways }) => name in reading && reading[name] !== ways[0].name)
  return other.map(({ name }) => `${name} ${reading[name]}`).join(', ') || 'as we read the text'
}
