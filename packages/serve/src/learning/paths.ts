import type { PathStep } from '@credence/client'
import { ArgumentError, type ConformalLearner, conformal } from 'credence'
import type { ConformalState } from 'credence/conformal'
import type { Series } from './series.ts'

/** Steps that a path may go ahead: each keeps about 4 kB. */
export const AHEAD = 48
/** Paths of a key that may wait for outcomes; the oldest is given up. */
const OPEN = 64

/** What is remembered of paths: for each step how far they were off, and the paths that wait for outcomes. Plain data. */
export interface PathState {
  readonly steps: ConformalState[]
  readonly open: { readonly origin: number; readonly issued: readonly Issued[] }[]
}

type Layer = ConformalLearner['model']
type Issued = ReturnType<Layer['issue']>['issued']

/** Where a series stands when a path begins. */
export interface Origin {
  /** The newest outcome first. */
  readonly past: readonly number[]
  /** When the newest was, and how long after the one before it, in milliseconds. */
  readonly observed: number
  readonly spacing: number
}

export function createPaths(): PathState {
  return { steps: [], open: [] }
}

/** The forecasts of the next outcomes, each made as if those before it had come as forecast. */
export function meansAhead(series: Series, { past, observed, spacing }: Origin, ahead: number): number[] {
  const { past: needs } = series
  if (past.length < Math.max(1, needs.reach)) {
    throw new ArgumentError(
      `a path needs ${needs.reach > 1 ? `${needs.reach} observed outcomes` : 'an observed outcome'}; received ${past.length}`,
    )
  }
  const means: number[] = []
  for (let step = 1; step <= ahead; step++) {
    const input = needs.fromPast([...means].reverse().concat(past), observed + step * spacing)
    const { mean } = series.predict(input)
    if (mean === null)
      throw new ArgumentError('classes are forecast one row ahead: there is no path', 'not-supported')
    means.push(mean)
  }
  return means
}

/** The path as a model has it; else from its forecasts of one row. Changes nothing. */
export function pathAhead(
  series: Series,
  origin: Origin,
  paths: PathState | null,
  ahead: number,
  coverage: number,
): readonly PathStep[] {
  const joint = series.path(ahead)
  return joint ?? describePath(paths ?? createPaths(), meansAhead(series, origin, ahead), coverage)
}

const layers = new Map<number, Layer>()

function layerFor(coverage: number): Layer {
  const known = layers.get(coverage) ?? conformal({ coverage, diagnostics: false }).model
  layers.set(coverage, known)
  return known
}

/** The path with an interval for each step, from how far earlier paths were off at that step. Changes nothing. */
export function describePath({ steps }: PathState, means: readonly number[], coverage: number): PathStep[] {
  const layer = layerFor(coverage)
  return means.map((mean, i) => {
    const state = steps[i]
    const { lower, upper } = state ? layer.predict(state, mean) : { lower: -Infinity, upper: Infinity }
    return { step: i + 1, mean, lower: finite(lower), upper: finite(upper) }
  })
}

/** Keeps a path until its outcomes come. @param origin outcomes observed before it */
export function openPath(state: PathState, means: readonly number[], origin: number, coverage: number): void {
  const layer = layerFor(coverage)
  const issued = means.map((mean, i) => {
    const own = state.steps[i] ?? layer.init()
    state.steps[i] = own
    return layer.issue(own, mean).issued
  })
  state.open.push({ origin, issued })
  if (state.open.length > OPEN) state.open.shift()
}

/** Takes an outcome in: it answers one step of every open path. @param count outcomes observed, with this one */
export function answerPaths(state: PathState, y: number, count: number, coverage: number): void {
  const layer = layerFor(coverage)
  for (const { origin, issued } of state.open) {
    const step = count - origin - 1
    const own = state.steps[step]
    if (own && issued[step]) layer.settle(own, issued[step], y)
  }
  const waiting = state.open.filter(({ origin, issued }) => count - origin < issued.length)
  state.open.splice(0, state.open.length, ...waiting)
}

function finite(end: number): number | null {
  return Number.isFinite(end) ? end : null
}
