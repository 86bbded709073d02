import { aggregate, conjugate, fixedShare, logDensity } from 'credence'

/** A learner at work on a stream that changes: the weights of its experts, and its forecasts, round after round. */
export interface Played {
  readonly at: number[]
  readonly y: number[]
  readonly mean: number[]
  readonly lower: number[]
  readonly upper: number[]
  /** By memory: experts that forget soon, later, never. */
  readonly weights: number[][]
}

/** How much of the past each expert keeps. */
export const MEMORIES = [0.7, 0.95, 1] as const
export const NAMES = ['forgets soon', 'forgets later', 'never forgets'] as const
/** The round in which the stream changes. */
export const CHANGE = 120

/** Plays the rounds one by one; `next` adds some to what was played. */
export function play(): { readonly played: Played; next(rounds: number): void } {
  const learner = aggregate({
    experts: conjugate({ noise: [0.7], priorVariance: [4], forgetting: [...MEMORIES] }),
    loss: logDensity,
    meta: fixedShare({ share: 0.02 }),
  })
  const played: Played = { at: [], y: [], mean: [], lower: [], upper: [], weights: MEMORIES.map(() => []) }
  const noise = seeded(7)
  const next = (rounds: number): void => {
    for (let k = 0; k < rounds; k++) {
      const t = played.at.length + 1
      const level = t % (2 * CHANGE) < CHANGE ? 2 : 5 + 1.6 * Math.sin(t / 9)
      const y = level + 0.6 * noise()
      const { mean, lower, upper } = ends(learner.predict([1]))
      const { weights } = learner.learn([1], y)
      played.at.push(t)
      played.y.push(y)
      played.mean.push(mean)
      played.lower.push(lower)
      played.upper.push(upper)
      MEMORIES.forEach((_, e) => {
        played.weights[e]?.push(weights[e] ?? 0)
      })
    }
  }
  return { played, next }
}

function ends(forecast: { readonly mean: number; interval(mass: number): readonly number[] }) {
  const [lower = Number.NaN, upper = Number.NaN] = forecast.interval(0.9)
  return { mean: forecast.mean, lower, upper }
}

/** Normal numbers, the same on every visit. */
function seeded(seed: number): () => number {
  let state = seed
  const uniform = (): number => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}
