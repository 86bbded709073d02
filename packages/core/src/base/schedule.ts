import { positive, positiveInteger } from './check.ts'
import { ArgumentError } from './errors.ts'
import { either, noun, ofRound, positiveNumber, type Value } from './values.ts'

/** A value that changes with the round t = 1, 2, … and may depend on the horizon T. */
export interface Schedule {
  /** For people: `0.1/√t`. */
  readonly label: string
  /** True if it cannot do without T. @default false */
  readonly needsHorizon?: boolean
  resolve(horizon: number | undefined): (round: number) => number
}

/** A number for every round, a schedule, or any function of the round. */
export type ScalarOrSchedule = number | Schedule | ((round: number) => number)

export const scalarOrSchedule: Value<ScalarOrSchedule> = either<ScalarOrSchedule>(
  'a positive number, a schedule or a function of the round',
  positiveNumber,
  noun<Schedule>('schedule', 'resolve'),
  ofRound,
)

/** c in every round. */
export function constant(value: number): Schedule {
  positive('a constant schedule', value)
  return { label: String(value), resolve: () => () => value }
}

/** c/√t. */
export function inverseSqrt(scale: number): Schedule {
  positive('the scale of c/√t', scale)
  return { label: `${scale}/√t`, resolve: () => (round) => scale / Math.sqrt(round) }
}

/** c/√T, with the horizon T of the aggregate. */
export function inverseSqrtHorizon(scale: number): Schedule {
  positive('the scale of c/√T', scale)
  return {
    label: `${scale}/√T`,
    needsHorizon: true,
    resolve(horizon) {
      if (horizon === undefined) {
        throw new ArgumentError(`a rate of ${scale}/√T needs the horizon T: give the aggregate a horizon`)
      }
      const value = scale / Math.sqrt(positiveInteger('horizon', horizon))
      return () => value
    },
  }
}

export function toSchedule(name: string, value: ScalarOrSchedule): Schedule {
  if (typeof value === 'number') return constant(positive(name, value))
  if (typeof value === 'function') return { label: value.name || 'a function of t', resolve: () => value }
  return value
}

export function needHorizon(schedules: readonly Schedule[]): boolean {
  return schedules.some((schedule) => schedule.needsHorizon === true)
}
