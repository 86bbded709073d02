import { positive } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import type { Axis } from '../base/grid.ts'
import { type Declared, type Options, options } from '../base/options.ts'
import { type ScalarOrSchedule, type Schedule, scalarOrSchedule, toSchedule } from '../base/schedule.ts'
import { interval, numberFrom0, positiveNumber } from '../base/values.ts'
import type { Description } from '../nouns/model.ts'
import type { Context, Settings } from '../nouns/panel.ts'

/** What the linear rules, z = xᵀθ, share: their common options and how a learning rate is read. */
export interface LinearOptions {
  /** Prior variance s² of every coefficient. @default 1 */
  readonly priorVariance?: Axis<number>
  /** Standard deviation of y given z. @default 1 for losses with a noise model, else 0 */
  readonly noise?: Axis<number>
}

export const LINEAR: Declared<LinearOptions, 'noise'> = {
  priorVariance: { axis: positiveNumber, default: 1 },
  noise: {
    axis: numberFrom0,
    absent: '1 for losses with a noise model, else 0',
  },
}

export interface RateOptions {
  /** G of the paper: a rate that needs no unit, see the rule. @default none: give this or `learningRate` */
  readonly scale?: Axis<number>
  /** η itself: a number, a schedule or a function of the round. @default none: give this or `scale` */
  readonly learningRate?: Axis<ScalarOrSchedule>
}

export const RATE: Declared<RateOptions, 'scale' | 'learningRate'> = {
  scale: {
    axis: positiveNumber,
    absent: 'none: give this or `learningRate`',
  },
  learningRate: {
    axis: scalarOrSchedule,
    absent: 'none: give this or `scale`',
  },
}

/** Intervals onto which mean and standard deviation are projected, coordinate by coordinate. */
export interface Box {
  /** Of every mean. @default none */
  readonly mean?: readonly [number, number]
  /** Of every standard deviation. @default none */
  readonly deviation?: readonly [number, number]
}

export const BOX: Options<Box, 'mean' | 'deviation'> = options('box', {
  mean: { value: interval, absent: 'none' },
  deviation: { value: interval, absent: 'none' },
})

/** One expert of a linear grid. */
export interface LinearPoint extends RatePoint {
  readonly priorVariance: number
  readonly noise?: number
}

interface RatePoint {
  readonly scale?: number
  readonly learningRate?: ScalarOrSchedule
}

/** A box, for a rule's description. */
export function describeBox({ mean, deviation }: Box = {}): { readonly box: Description } {
  return { box: { mean: mean ?? null, deviation: deviation ?? null } }
}

export function expectOneRate({ scale, learningRate }: RateOptions): void {
  if ((scale === undefined) !== (learningRate === undefined)) return
  throw new ArgumentError(
    `give either scale or learningRate; received ${scale === undefined ? 'neither' : 'both'}`,
  )
}

/** The schedule of one grid point: its learning rate, or what `scale` means for the rule. */
export function rateSchedule(point: RatePoint, fromScale: (scale: number) => Schedule): Schedule {
  if (point.learningRate !== undefined) return toSchedule('learningRate', point.learningRate)
  return fromScale(point.scale as number)
}

/** ς of one expert: what was asked for, or 1 where the loss is the log-density of a real y, else 0. */
export function noiseOf(noise: number | undefined, { loss }: Context): number {
  const needed = loss.likelihood && loss.outcomes === 'real'
  if (noise === undefined) return needed ? 1 : 0
  return needed ? positive('noise', noise) : noise
}

/** A grid point as people read it: schedules by their label, what was left out left out. */
export function describe(point: object): Settings {
  const settings: Record<string, number | string | null> = {}
  for (const [name, value] of Object.entries(point)) {
    if (value === undefined) continue
    if (typeof value === 'number' || typeof value === 'string' || value === null) settings[name] = value
    else settings[name] = toSchedule(name, value as ScalarOrSchedule).label
  }
  return settings
}
