import { nonNegative, positive, range, refuseUnknown } from '../check.ts'
import { ArgumentError } from '../errors.ts'
import type { Axis } from '../grid.ts'
import type { Description } from '../model.ts'
import type { Context, Settings } from '../panel.ts'
import { type ScalarOrSchedule, type Schedule, toSchedule } from '../schedule.ts'

/** What the linear rules, z = xᵀθ, share: their common options and how a learning rate is read. */
export interface LinearOptions {
  /** Prior variance s² of every coefficient. @default 1 */
  readonly priorVariance?: Axis<number>
  /** Standard deviation of y given z. @default 1 for losses with a noise model, else 0 */
  readonly noise?: Axis<number>
}

export const LINEAR_OPTIONS: readonly (keyof LinearOptions)[] = ['priorVariance', 'noise']

export interface RateOptions {
  /** G of the paper: a rate that needs no unit, see the rule. Give this or `learningRate`. */
  readonly scale?: Axis<number>
  /** η itself: a number, a schedule or a function of the round. Give this or `scale`. */
  readonly learningRate?: Axis<ScalarOrSchedule>
}

export const RATE_OPTIONS: readonly (keyof RateOptions)[] = ['scale', 'learningRate']

/** Intervals onto which mean and standard deviation are projected, coordinate by coordinate. */
export interface Box {
  readonly mean?: readonly [number, number]
  readonly deviation?: readonly [number, number]
}

/** One expert of a linear grid. */
export interface LinearPoint {
  readonly scale?: number
  readonly learningRate?: ScalarOrSchedule
  readonly priorVariance: number
  readonly noise?: number
}

export function checkBox(box: Box): void {
  refuseUnknown('box', box, ['mean', 'deviation'])
  const { mean, deviation } = box
  if (mean) range('box.mean', mean)
  if (deviation) range('box.deviation', deviation)
}

/** A box, for a rule's description. */
export function describeBox({ mean, deviation }: Box = {}): { readonly box: Description } {
  return { box: { mean: mean ?? null, deviation: deviation ?? null } }
}

export function rateAxis({ scale, learningRate }: RateOptions): Record<string, Axis<unknown>> {
  if ((scale === undefined) === (learningRate === undefined)) {
    throw new ArgumentError(
      `give either scale or learningRate; received ${scale === undefined ? 'neither' : 'both'}`,
    )
  }
  return scale === undefined ? { learningRate } : { scale }
}

/** The schedule of one grid point: its learning rate, or what `scale` means for the rule. */
export function rateSchedule(point: LinearPoint, fromScale: (scale: number) => Schedule): Schedule {
  if (point.learningRate !== undefined) return toSchedule('learningRate', point.learningRate)
  return fromScale(positive('scale', point.scale as number))
}

/** ς of one expert: what was asked for, or 1 where the loss is the log-density of a real y, else 0. */
export function noiseOf(noise: number | undefined, { loss }: Context): number {
  const needed = loss.likelihood && loss.outcomes === 'real'
  if (noise === undefined) return needed ? 1 : 0
  return needed ? positive('noise', noise) : nonNegative('noise', noise)
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
