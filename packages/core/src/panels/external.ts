import { ArgumentError } from '../base/errors.ts'
import { type Options, options } from '../base/options.ts'
import { show } from '../base/show.ts'
import {
  choice,
  either,
  finiteNumber,
  flag,
  keptRounds,
  list,
  numberFrom0,
  openFraction,
  positiveNumber,
  record,
  text,
} from '../base/values.ts'
import { normalQuantile } from '../math/index.ts'
import { square } from '../math/powers.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Features, Rule } from '../nouns/panel.ts'
import { describeRule } from './describeRule.ts'

/** What x gives of each expert. */
export type Gives = 'point' | 'mean-variance' | { readonly quantiles: readonly number[] }

export interface ExternalOptions {
  /** Names of the forecasts, expert after expert, in the order in which x gives them; or how many there are. */
  readonly columns: readonly string[] | number
  /** What each expert gives: one number, a mean and a variance, or quantiles at these levels. @default 'point' */
  readonly gives?: Gives
  /** Names of the experts' activations, 0 asleep … 1 awake, which follow the forecasts in x; false: all are awake. @default false */
  readonly awake?: readonly string[] | boolean
  /** Standard deviation of y given a point forecast, for log-density loss. @default 1 */
  readonly noise?: number
  /** What is believed in a round in which no expert gives a forecast. @default none: such a round is an error */
  readonly silent?: Silent
}

export interface Silent {
  /** Mean that every expert is taken to forecast. */
  readonly mean: number
  /** Its variance. @default 0 */
  readonly variance?: number
}

interface Quantiles {
  /** Levels of the quantiles that each expert gives. */
  readonly quantiles: readonly number[]
}

const SILENT: Options<Silent> = options('silent', {
  mean: { value: finiteNumber },
  variance: { value: numberFrom0, default: 0 },
})

const QUANTILES: Options<Quantiles> = options('gives', {
  quantiles: {
    value: list(openFraction, 'two levels or more, all different', 2),
  },
})

const names = 'the names of the forecasts, or how many there are'

export const EXTERNAL: Options<ExternalOptions, 'silent'> = options('external', {
  columns: {
    value: either<readonly string[] | number>(names, list(text, names), keptRounds),
  },
  gives: {
    value: either<Gives>(
      '"point", "mean-variance" or { quantiles: […] }',
      choice('point', 'mean-variance'),
      record(QUANTILES),
    ),
    default: 'point',
  },
  awake: {
    value: either<readonly string[] | boolean>('the names of the activations, or true', list(text), flag),
    default: false,
  },
  noise: {
    value: positiveNumber,
    default: 1,
  },
  silent: {
    value: record(SILENT),
    absent: 'none: such a round is an error',
  },
})

/**
 * Forecasts made elsewhere, read from x; there is nothing to update.
 *
 * NaN anywhere in an expert's forecast, or in its activation, puts it to sleep. A given spread is that of y: under
 * a log-density loss it is noise, elsewhere the variance of z. Quantiles become the normal that fits them best.
 * In a round without any forecast, if `silent` is given, every expert is taken to forecast that: no weight changes.
 */
export function external(given: ExternalOptions): Rule<null> {
  const { columns, gives, awake, noise, silent } = EXTERNAL.read(given)
  const reader = readerOf(gives)
  const total = typeof columns === 'number' ? columns : columns.length
  const size = expertsIn(total, reader.width, awake)
  const settings = Array.from({ length: size }, (_, k) => ({
    expert: typeof columns === 'number' ? k : columns[k * reader.width],
  }))
  const dimension = total + (awake === false ? 0 : size)

  return {
    description: describeRule('external', settings, {
      gives: typeof gives === 'string' ? gives : { quantiles: gives.quantiles },
      awake,
      // An expert is named after its first column; the others are told here.
      ...(reader.width > 1 && typeof columns !== 'number' ? { columns } : {}),
      noise,
      silent: silent ? { mean: silent.mean, variance: silent.variance ?? 0 } : null,
    }),
    bind(context) {
      if (context.dimension !== dimension) {
        throw new ArgumentError(
          `external experts need an x of length ${dimension}; received one of ${context.dimension}`,
          'wrong-length',
        )
      }
      const noisy = context.loss.likelihood && context.loss.outcomes === 'real'
      const extra = gives === 'point' ? square(noise) : 0

      return {
        capacity: size,
        acceptsMissing: true,
        settings: () => settings,
        init: () => null,
        predict(_state, x, out) {
          let speaking = reader.read(x, out)
          if (awake !== false) speaking = wakeAsTold(x, total, out)
          if (!speaking && silent) {
            out.mean.fill(silent.mean)
            out.variance.fill(silent.variance ?? 0)
            out.awake.fill(1)
          }
          if (noisy) toNoise(out, extra)
        },
        update() {},
        explain: (x, k) => reader.explain?.(x, k),
      }
    },
  }
}

/** How many experts so many columns are. */
function expertsIn(total: number, width: number, awake: ExternalOptions['awake']): number {
  const size = total / width
  if (size < 1 || !Number.isInteger(size))
    throw new ArgumentError(`columns must be ${width} for each expert; received ${total}`, 'wrong-length')
  if (Array.isArray(awake) && awake.length !== size) {
    throw new ArgumentError(
      `awake must name ${size} columns, one per expert; received ${awake.length}`,
      'wrong-length',
    )
  }
  return size
}

/** Under a log-density the spread is that of y around a certain z. A variance that is none stays, to be reported. */
function toNoise({ variance, noise }: Beliefs, extra: number): void {
  for (let k = 0; k < noise.length; k++) {
    if (!(variance[k] >= 0)) continue
    noise[k] = Math.sqrt(variance[k] + extra)
    variance[k] = 0
  }
}

/** Wakes the experts that give a forecast; says whether there is one. */
function wake({ mean, noise, awake }: Beliefs): boolean {
  let speaking = 0
  for (let k = 0; k < mean.length; k++) {
    noise[k] = 0
    awake[k] = Number.isNaN(mean[k]) ? 0 : 1
    speaking += awake[k]
  }
  return speaking > 0
}

/** As `wake`, by the activations that x holds from `start` on. */
function wakeAsTold(x: Features, start: number, { mean, noise, awake }: Beliefs): boolean {
  let speaking = false
  for (let k = 0; k < mean.length; k++) {
    noise[k] = 0
    awake[k] = Number.isNaN(mean[k]) ? 0 : activationOf(x[start + k], k)
    if (awake[k] > 0) speaking = true
  }
  return speaking
}

/** Reads beliefs from x; a mean of NaN is no forecast. All at once: a call per expert costs more. */
interface Reader {
  /** Numbers per expert. */
  readonly width: number
  /** Says whether an expert gives a forecast. */
  read(x: Features, out: Beliefs): boolean
  /** Says what an expert did that has no distribution. */
  explain?(x: Features, expert: number): string | undefined
}

const pointReader: Reader = {
  width: 1,
  read: (x, { mean, variance, noise, awake }) => readPoints(x, mean, variance, noise, awake),
}

/** One loop over the arrays themselves, and outside of any closure: it is the commonest case, and compiles best. */
function readPoints(
  x: Features,
  mean: Float64Array,
  variance: Float64Array,
  noise: Float64Array,
  awake: Float64Array,
): boolean {
  let speaking = 0
  for (let k = 0; k < mean.length; k++) {
    const forecast = x[k]
    const speaks = Number.isNaN(forecast) ? 0 : 1
    mean[k] = forecast
    variance[k] = 0
    noise[k] = 0
    awake[k] = speaks
    speaking += speaks
  }
  return speaking > 0
}

const momentReader: Reader = {
  width: 2,
  read(x, out) {
    const { mean, variance } = out
    for (let k = 0; k < mean.length; k++) {
      variance[k] = x[2 * k + 1]
      mean[k] = Number.isNaN(variance[k]) ? Number.NaN : x[2 * k]
    }
    return wake(out)
  },
}

function readerOf(gives: Gives): Reader {
  if (gives === 'point') return pointReader
  return gives === 'mean-variance' ? momentReader : quantileReader(gives.quantiles)
}

/**
 * The line q = u + s·Φ⁻¹(p) of least squares through the quantiles; exact for two.
 *
 * Quantiles that cross have no distribution: their variance is NaN.
 */
function quantileReader(levels: readonly number[]): Reader {
  const width = levels.length
  if (new Set(levels).size < width) {
    throw new ArgumentError(
      `gives.quantiles must be two levels or more, all different; received ${show(levels)}`,
    )
  }
  const rising = levels.map((_, i) => i).sort((a, b) => levels[a] - levels[b])
  const cross = (x: Features, k: number): boolean => {
    let crossed = false
    for (let i = 1; i < width; i++) {
      if (x[k * width + rising[i]] < x[k * width + rising[i - 1]]) crossed = true
    }
    return crossed
  }
  const scores = levels.map((level) => normalQuantile(level))
  const centre = scores.reduce((sum, z) => sum + z, 0) / width
  const scatter = scores.reduce((sum, z) => sum + square(z - centre), 0)
  return {
    width,
    read(x, out) {
      const { mean, variance } = out
      for (let k = 0; k < mean.length; k++) {
        let average = 0
        let spread = 0
        for (let i = 0; i < width; i++) {
          average += x[k * width + i] / width
          spread += ((scores[i] - centre) / scatter) * x[k * width + i]
        }
        mean[k] = average - spread * centre
        variance[k] = spread >= 0 && !cross(x, k) ? spread * spread : Number.NaN
      }
      return wake(out)
    },
    explain(x, k) {
      if (!cross(x, k)) return undefined
      const given = rising.map((i) => `${x[k * width + i]} at ${levels[i]}`)
      return `gives quantiles that cross: ${given.join(', ')}`
    },
  }
}

/** A missing activation is sleep. */
function activationOf(value: number, expert: number): number {
  if (Number.isNaN(value)) return 0
  if (value >= 0 && value <= 1) return value
  throw new ArgumentError(`the activation of expert ${expert} must be in [0, 1]; received ${value}`)
}
