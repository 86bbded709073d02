import { auto } from '../../src/auto/auto.ts'
import { conformal } from '../../src/conformal/conformal.ts'
import type { ConformalLearner } from '../../src/conformal/conformalLearner.ts'
import type { Dice } from './dice.ts'

/** A stretch of a stream: noise about a level, in a unit of its own, perhaps with rows whose outcome never comes. */
interface Regime {
  readonly rows: number
  readonly unit: number
  readonly level: number
  readonly noise: number
  readonly blank: number
}

export interface Stream {
  readonly learner: 'conformal' | 'auto'
  /** How many rows before its outcome `auto` forecasts. */
  readonly ahead: number
  readonly regimes: readonly Regime[]
}

/** Rows at the start of a regime that may be missed, and rows that are judged together. */
const NEW = 50
const TOGETHER = 200
/**
 * `conformal` promises a number of misses and nothing of 200 rows: it pays back what it covered too much of. Where
 * scores fall by nine decades its memories need 200 rounds, and the next 200 may cover 0.79.
 */
const LEAST = { conformal: 0.75, auto: 0.8 }
const OVERALL = 0.88
/** Of so few outcomes chance alone may miss more. */
const FEW = 400
const OVERALL_OF_FEW = 0.84

/** Streams whose scale, unit and level change, with blank rows. `auto` is slow: it gets few and short ones. */
export function drawStream(dice: Dice): Stream {
  const learner = dice.chance(0.15) ? 'auto' : 'conformal'
  const longest = learner === 'auto' ? 2 : 5
  return {
    learner,
    ahead: dice.pick([1, 1, 5]),
    regimes: Array.from({ length: dice.between(1, longest) }, () => ({
      rows: dice.between(260, learner === 'auto' ? 400 : 900),
      unit: 10 ** dice.between(-6, 6),
      level: dice.pick([0, 1, 10, 100]),
      noise: dice.pick([0, 0.01, 1, 1, 1]),
      blank: dice.pick([0, 0, 0.05, 0.3]),
    })),
  }
}

/** Whether the intervals cover as promised, overall and in every 200 rows of a regime but for its first; else what broke. */
export function brokenCoverage({ learner: name, ahead, regimes }: Stream, dice: Dice): string | null {
  const hits: boolean[] = []
  const around = conformal()
  const play = name === 'auto' ? playAuto(ahead) : playConformal(around)
  let last = 0
  for (const [i, { rows, unit, level, noise, blank }] of regimes.entries()) {
    const start = hits.length
    for (let t = 0; t < rows; t++) {
      const y = unit * (level + noise * dice.normal())
      const isBlank = dice.chance(blank)
      const { lower, upper } = play(t, last, isBlank ? null : y)
      if (isBlank) continue
      hits.push(lower <= y && y <= upper)
      last = y
    }
    const least = leastOf(hits.slice(start + NEW))
    if (least < LEAST[name]) return `${name}: 200 rows of regime ${i} cover ${least}`
  }
  const { misses = 0, mostMisses = 0 } = around.coverage.certificate
  if (misses > mostMisses) return `conformal: ${misses} misses, at most ${mostMisses} are possible`
  const covered = share(hits)
  return covered < (hits.length < FEW ? OVERALL_OF_FEW : OVERALL)
    ? `${name}: ${hits.length} rows cover ${covered}`
    : null
}

type Play = (t: number, last: number, y: number | null) => { readonly lower: number; readonly upper: number }

function playAuto(ahead: number): Play {
  const learner = auto({ task: 'regression', ahead })
  return (t, _last, y) => {
    const row = { a: Math.sin(t / 4), b: t % 7 }
    const interval = learner.predict(row) as { lower: number; upper: number }
    if (y !== null) learner.learn(row, y)
    return interval
  }
}

/** Around the last outcome as the forecast. */
function playConformal(learner: ConformalLearner): Play {
  return (_t, last, y) => {
    const interval = learner.predict(last)
    learner.learn(y)
    return interval
  }
}

function leastOf(hits: readonly boolean[]): number {
  let least = 1
  for (let end = TOGETHER; end <= hits.length; end++)
    least = Math.min(least, share(hits.slice(end - TOGETHER, end)))
  return least
}

function share(hits: readonly boolean[]): number {
  return hits.filter(Boolean).length / Math.max(1, hits.length)
}
