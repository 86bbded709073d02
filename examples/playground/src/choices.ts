/** What a visitor has chosen: all that a link must carry. */
export interface Choices {
  readonly stream: Stream
  readonly learner: LearnerName
  readonly score: string
  readonly meta: string
  /** Mass that fixed share spreads each round. */
  readonly share: number
  readonly coverage: number
  readonly seed: number
  /** Rounds of a made stream. */
  readonly length: number
  /** Columns of the visitor's own data; empty: the last one, and `forecast`. */
  readonly target: string
  readonly forecast: string
  /** Rounds a second. */
  readonly speed: number
  /** Rounds shown. */
  readonly shown: number
  /** What weights are summed by: a setting of the experts; empty: what there is. */
  readonly by: string
  /** The round to go to and wait at; 0: play from the start. */
  readonly at: number
}

export const STREAMS = { abc: 'A → B → C', shift: 'conformal shift', csv: 'your CSV' } as const
export type Stream = keyof typeof STREAMS

export const LEARNERS = {
  auto: 'auto',
  gp: 'Gaussian processes, 18',
  conjugate: 'linear, exact, 12',
  svb: 'linear, variational, 8',
  conformal: 'intervals around a forecast, 8',
} as const
export type LearnerName = keyof typeof LEARNERS

export const SCORES = ['mean', 'annealed', 'point'] as const
export const METAS = ['fixed-share', 'ewa', 'boa', 'mlpol', 'mlprod', 'ada-hedge', 'squint'] as const
export const SHARES = [0, 0.0001, 0.001, 0.01, 0.1] as const
export const COVERAGES = [0.5, 0.8, 0.9, 0.95, 0.99] as const
export const SPEEDS = [5, 30, 100, 300, 1000, 5000] as const
export const LENGTHS = [1500, 3000, 6000, 30_000] as const
export const WINDOWS = [200, 600, 2000] as const

export const START: Choices = {
  stream: 'abc',
  learner: 'gp',
  score: 'annealed',
  meta: 'fixed-share',
  share: 0.001,
  coverage: 0.9,
  seed: 1,
  length: 3000,
  target: '',
  forecast: '',
  speed: 300,
  shown: 200,
  by: '',
  at: 0,
}

/** The learners that a stream is for: intervals need forecasts to stand around. */
export function learnersFor(stream: Stream): readonly LearnerName[] {
  const all = Object.keys(LEARNERS) as LearnerName[]
  return stream === 'abc' ? all.filter((name) => name !== 'conformal') : all
}

/** Another stream, with a learner and a score that suit it. */
export function withStream(choices: Choices, stream: Stream): Choices {
  const learner = stream === 'abc' ? 'gp' : stream === 'shift' ? 'conformal' : 'auto'
  return withLearner({ ...choices, stream, at: 0 }, learner)
}

export function withLearner(choices: Choices, learner: LearnerName): Choices {
  const score = learner === 'gp' || learner === 'conjugate' ? 'annealed' : 'mean'
  return { ...choices, learner, score, at: 0 }
}

/** What is chosen where a link says no more than a stream and a learner. */
function usual(stream: Stream, learner?: LearnerName): Choices {
  const start = stream === START.stream ? START : withStream(START, stream)
  return learner === undefined || learner === start.learner ? start : withLearner(start, learner)
}

/** The choices as the part of an address behind #; those that are as usual are left out. */
export function toHash(choices: Choices): string {
  const { stream, learner } = choices
  const other = { ...usual(stream, learner), stream: START.stream, learner: usual(stream).learner }
  const said = (Object.keys(START) as (keyof Choices)[]).filter((name) => choices[name] !== other[name])
  return new URLSearchParams(said.map((name) => [name, String(choices[name])])).toString()
}

/** Choices from an address; whatever it says that cannot be is left as usual. */
export function fromHash(hash: string): Choices {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  const word = <T extends string>(name: keyof Choices, among: readonly T[], otherwise: string): T =>
    among.find((one) => one === said.get(name)) ?? (otherwise as T)
  const number = (name: keyof Choices, least: number, most: number): number => {
    const value = Number(said.get(name) ?? Number.NaN)
    return value >= least && value <= most ? value : (START[name] as number)
  }
  const whole = (name: keyof Choices, least: number, most: number): number =>
    Math.floor(number(name, least, most))
  const stream = word('stream', Object.keys(STREAMS) as Stream[], START.stream)
  const learner = word('learner', learnersFor(stream), usual(stream).learner)
  return {
    stream,
    learner,
    score: word('score', SCORES, usual(stream, learner).score),
    meta: word('meta', METAS, START.meta),
    share: number('share', 0, 1),
    coverage: number('coverage', 0.01, 0.999),
    seed: whole('seed', 0, 2_000_000_000),
    length: whole('length', 12, 100_000),
    target: said.get('target') ?? '',
    forecast: said.get('forecast') ?? '',
    speed: number('speed', 1, 5000),
    shown: whole('shown', 10, 5000),
    by: said.get('by') ?? '',
    at: whole('at', 0, 1e7),
  }
}
