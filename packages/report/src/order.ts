/** Whether the times of the rows go on. Plain data. */
export interface OrderState {
  /** The time of the last row that had one. */
  last: number
  /** Rows whose time was before that, and where the first of them is. */
  back: number
  first: number
}

export function createOrder(): OrderState {
  return { last: Number.NaN, back: 0, first: 0 }
}

/** @param at the row's line */
export function observeOrder(state: OrderState, time: number, at: number): void {
  if (Number.isNaN(time)) return
  if (time < state.last && state.back++ === 0) state.first = at
  state.last = time
}
