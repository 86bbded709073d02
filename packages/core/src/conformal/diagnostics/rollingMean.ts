import { floats, real, type StateShape, shape, whole } from '../../base/shape.ts'

/** The mean of the last values in [0, 1], in O(1) a step. Plain data. */
export interface RollingMean {
  readonly values: Float64Array
  count: number
  next: number
  sum: number
}

export function rollingMeanOf(window: number): StateShape<RollingMean> {
  return shape<RollingMean>({
    values: floats(window),
    count: whole(0, window),
    next: whole(0, window - 1),
    sum: real(),
  })
}

export function createRollingMean(window: number): RollingMean {
  return { values: new Float64Array(window), count: 0, next: 0, sum: 0 }
}

export function pushRollingMean(state: RollingMean, value: number): void {
  const { values } = state
  if (state.count === values.length) state.sum -= values[state.next]
  else state.count++
  values[state.next] = value
  state.sum += value
  state.next++
  if (state.next < values.length) return
  state.next = 0
  // Summed anew once a turn, so that rounding does not pile up.
  state.sum = 0
  for (let i = 0; i < values.length; i++) state.sum += values[i]
}

/** NaN of nothing. */
export function rollingMean({ sum, count }: RollingMean): number {
  return sum / count
}
