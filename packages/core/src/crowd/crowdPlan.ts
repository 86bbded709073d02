import { SHARED } from '../paths/noise.ts'
import type { PathPlan } from '../paths/parts.ts'

/** Series are new in the first third of a season, young until its end, and grown after two. */
export const AGES = 4
export const GROWN: number = AGES - 1

/** What follows from a plan: which steps are learnt by all series together, and how many numbers describe a step. */
export class CrowdShape {
  readonly plan: PathPlan
  /** Steps of a path: it has some even if fewer are asked for. */
  readonly steps: number
  /** Steps at which one regression over all series learns, from 1. A step between is served by the one before it. */
  readonly rungs: readonly number[]
  /** For each step, from 0, its rung. */
  readonly rungOf: Uint16Array
  /** Rows of the season that all series share; 1 without. */
  readonly season: number
  /** Rows of the shortest season; 1 without. */
  readonly lag: number
  /** Rows of a series before it is grown. */
  readonly youth: number

  constructor(plan: PathPlan) {
    this.plan = plan
    this.steps = Math.max(SHARED, plan.steps)
    this.rungs = ladder(this.steps)
    this.rungOf = Uint16Array.from({ length: this.steps }, (_, k) => lastUpTo(this.rungs, k + 1))
    this.season = plan.seasons.at(-1) ?? 1
    this.lag = plan.seasons[0] ?? 1
    this.youth = Math.max(8, this.lag)
  }

  ageOf(outcomes: number): number {
    const { youth } = this
    return outcomes <= youth / 3 ? 0 : outcomes < youth ? 1 : outcomes < 2 * youth ? 2 : GROWN
  }
}

/** 1, 2, 4, 7, 12, …: the same for paths of any length, so that their steps are alike. */
function ladder(steps: number): number[] {
  const rungs: number[] = []
  for (let k = 1; k <= steps; k = k < 2 ? k + 1 : Math.ceil(k * 1.6)) rungs.push(k)
  return rungs
}

function lastUpTo(rungs: readonly number[], step: number): number {
  return rungs.filter((rung) => rung <= step).length - 1
}
