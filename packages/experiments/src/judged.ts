import type { Experiment, Results } from './experiment.ts'
import { type Detail, detailsOf, factorial, isSearched, type Reading } from './reading.ts'
import { deciding, type Measure, type Sentence, type Verdict, verdictOf } from './sentence.ts'

/** A sentence under one reading. */
export interface Cell {
  /** Ways of the details that the sentence depends on. */
  readonly reading: Reading
  readonly verdict: Verdict
  /** The measure that decides. */
  readonly deciding: Measure | undefined
  /** Whether it is the reading of the page. */
  readonly ours: boolean
  readonly searched: boolean
}

/** A sentence as we read it, and under every other reading that was tried. */
export interface Judged {
  readonly sentence: Sentence
  readonly details: readonly Detail[]
  readonly cells: readonly Cell[]
  /** The experiments that it speaks of, by name. */
  readonly experiments: readonly string[]
}

/** One run of an experiment: what was set, by which reading, and what came of it. */
export interface Run {
  readonly settings: unknown
  readonly reading: Reading
  readonly results: Results
}

/** @param runs of all readings that were run, ours first */
export function judgeAll(experiment: Experiment, runs: readonly Run[], chosen: Reading): readonly Judged[] {
  const { details = [], name } = experiment
  const [own] = runs
  return experiment.judge(own.settings, own.results, chosen).map((sentence) => {
    const relevant = detailsOf(details, sentence.id)
    const cells = runs
      .filter((run) => sameElsewhere(details, relevant, run.reading, chosen))
      .flatMap((run) => cellsOf(experiment, sentence.id, relevant, run, chosen))
    return { sentence, details: relevant, cells, experiments: [name] }
  })
}

/** Whether a run differs from ours only in what the sentence depends on. */
function sameElsewhere(
  details: readonly Detail[],
  relevant: readonly Detail[],
  reading: Reading,
  chosen: Reading,
): boolean {
  return details.every(
    (detail) => detail.measured || relevant.includes(detail) || reading[detail.name] === chosen[detail.name],
  )
}

function cellsOf(
  experiment: Experiment,
  id: string,
  relevant: readonly Detail[],
  run: Run,
  chosen: Reading,
): Cell[] {
  const free = relevant.filter(({ measured }) => measured)
  return factorial(free).map((ways) => {
    const whole = { ...chosen, ...run.reading, ...ways }
    const found = experiment.judge(run.settings, run.results, whole).find((one) => one.id === id)
    const reading = Object.fromEntries(relevant.map(({ name }) => [name, whole[name]]))
    return {
      reading,
      verdict: found?.verdict ?? 'inconclusive',
      deciding: found && deciding(found.measures),
      ours: relevant.every(({ name }) => whole[name] === chosen[name]),
      searched: isSearched(relevant, reading),
    }
  })
}

/** Sentences that several experiments speak of, made into one: it holds where it holds in all of them. */
export function merged(judged: readonly Judged[]): readonly Judged[] {
  const groups = new Map<string, Judged[]>()
  for (const one of judged) groups.set(one.sentence.id, [...(groups.get(one.sentence.id) ?? []), one])
  return Array.from(groups.values(), (group) => (group.length === 1 ? group[0] : mergeGroup(group)))
}

function mergeGroup(group: readonly Judged[]): Judged {
  const [first] = group
  const measures = group.flatMap(({ sentence }) => sentence.measures)
  const key = (reading: Reading): string => JSON.stringify(Object.entries(reading).sort())
  const cells = first.cells.map((cell) => {
    const same = group
      .flatMap((one) => one.cells)
      .filter((other) => key(other.reading) === key(cell.reading) && other.deciding !== undefined)
    const found = same.flatMap((one) => one.deciding ?? [])
    return { ...cell, verdict: verdictOf(same), deciding: deciding(found) }
  })
  const sentence = { ...first.sentence, measures, verdict: verdictOf(measures) }
  return { ...first, sentence, cells, experiments: group.flatMap(({ experiments }) => experiments) }
}

/** How a sentence fares over its readings. */
export function tally({ cells }: Judged): Record<Verdict, number> & { readonly of: number } {
  const count = (verdict: Verdict): number => cells.filter((cell) => cell.verdict === verdict).length
  return {
    holds: count('holds'),
    inconclusive: count('inconclusive'),
    fails: count('fails'),
    of: cells.length,
  }
}

export interface RollUp {
  /** Sentences of the paper that were judged. */
  readonly sentences: number
  readonly hold: number
  /** Others that hold under a reading the text allows; of them, those for which only a search found one. */
  readonly elsewhere: number
  readonly searched: number
  /** Others that hold under no reading tried, of so many; of them, those that are inconclusive as we read them. */
  readonly nowhere: number
  readonly inconclusive: number
  readonly tried: number
  /** The most readings that a sentence has. */
  readonly readings: number
}

/** @param judged merged over the experiments */
export function rollUp(judged: readonly Judged[]): RollUp {
  const counted = judged.filter(
    ({ sentence: { counted, measures } }) => counted && measures.some(({ extra }) => !extra),
  )
  const rest = counted.filter(({ sentence }) => sentence.verdict !== 'holds')
  const holdsIn = ({ cells }: Judged, searched: boolean): boolean =>
    cells.some((cell) => cell.verdict === 'holds' && (searched || !cell.searched))
  const elsewhere = rest.filter((one) => holdsIn(one, true))
  const nowhere = rest.filter((one) => !holdsIn(one, true))
  return {
    sentences: counted.length,
    hold: counted.length - rest.length,
    elsewhere: elsewhere.length,
    searched: elsewhere.filter((one) => !holdsIn(one, false)).length,
    nowhere: nowhere.length,
    inconclusive: nowhere.filter(({ sentence }) => sentence.verdict === 'inconclusive').length,
    tried: nowhere.reduce((sum, { cells }) => sum + cells.length, 0),
    readings: Math.max(0, ...counted.map(({ cells }) => cells.length)),
  }
}

/** The first line of everything: page, shell, docs. */
export function rollUpWords(found: RollUp): string {
  const { sentences, hold, elsewhere, searched, nowhere, inconclusive, readings } = found
  const fail = nowhere - inconclusive
  if (readings < 2)
    return `${hold} of ${sentences} sentences hold; ${fail} fail, ${inconclusive} are inconclusive`
  const search = searched > 0 ? ` (${searched} of them found by search)` : ''
  const rest = nowhere > 0 ? nowhereWords(found) : 'none is left'
  return `${hold} of ${sentences} sentences hold as we read the text; ${elsewhere} more under a reading the text allows${search}; ${rest}`
}

/** Those that hold under no reading. */
export function nowhereWords({ nowhere, inconclusive, tried }: RollUp): string {
  const readings = tried === 1 ? 'the only reading' : `all ${tried} readings tried`
  if (inconclusive === nowhere) return `${nowhere} inconclusive in ${readings}`
  return `${nowhere} under none of ${tried} tried${inconclusive > 0 ? ` (${inconclusive} of them inconclusive)` : ''}`
}
