import { count, duration, rowCount } from '../base/words.ts'

/** What a run has done so far. */
export interface SoFar {
  /** Seconds from now, where that is known, and rows a second. */
  readonly left: number | undefined
  readonly rate: number
  readonly rows: number
  /** How much of the data that was, where it is known. */
  readonly share: number | undefined
  readonly learner: object
}

/** Seconds after which a run can be judged, and the length of a run that needs no word. */
export const JUDGED_AFTER = 4
const SHORT = 20
/** Rows a second below which it is said, where their number is not known. */
const SLOW = 20
/** Features up to which they are not why a run is slow. */
const FEW_FEATURES = 10

/** What is known of a learner that finds out for itself what columns hold. */
interface Shown {
  readonly columns?: readonly unknown[]
  readonly features?: readonly string[]
  readonly state?: { readonly labels?: readonly string[] }
}

/** What a long run will take, and why; undefined for a short one. */
export function costOf({ left, rate, rows, share, learner }: SoFar): string | undefined {
  // Nothing is known before two marks, as in a run that goes on past rows which it knows.
  if (rate === 0) return undefined
  if (left === undefined ? rate >= SLOW : left < SHORT) return undefined
  const pace = `${rate < 10 ? rate.toFixed(1) : count(Math.round(rate))} rows a second`
  const whole = share === undefined ? undefined : rowCount(Math.round(rows / share))
  const said = left === undefined ? pace : `about ${duration(left)} left for some ${whole}, at ${pace}`
  const reasons = reasonsOf(learner as Shown)
  return `${said}${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}`
}

function reasonsOf({ columns, features, state }: Shown): string[] {
  const classes = state?.labels?.length ?? 0
  return [
    ...(columns && features && features.length > FEW_FEATURES
      ? [
          `${count(columns.length)} columns make ${count(features.length)} features, each two of which are weighed together (name fewer in "features" of a recipe)`,
        ]
      : []),
    ...(classes > 2 ? [`each of ${classes} classes has a learner of its own (join rare ones)`] : []),
  ]
}
