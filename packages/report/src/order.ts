/** Whether the times of the rows go on. Plain data. */
export interface OrderState {
  /** The time of the last row that had one. */
  last: number
  /** Rows whose time was before that, and where the first of them is. */
  back: number
  first: number
  /** Rows with a time, those of them that had the time of the row before, and where the first of these is. */
  timed: number
  same: number
  firstSame: number
  /** Rows without a time, and where the first of them is. */
  untimed: number
  firstUntimed: number
  /** What stands there instead. */
  firstUntimedCell: string
}

export function createOrder(): OrderState {
  return {
    last: Number.NaN,
    back: 0,
    first: 0,
    timed: 0,
    same: 0,
    firstSame: 0,
    untimed: 0,
    firstUntimed: 0,
    firstUntimedCell: '',
  }
}

/** @param at the row's line */
export function observeOrder(state: OrderState, time: number, at: number, cell?: () => string): void {
  if (Number.isNaN(time)) {
    if (state.untimed++ === 0) {
      state.firstUntimed = at
      state.firstUntimedCell = cell?.() ?? ''
    }
    return
  }
  if (time < state.last && state.back++ === 0) state.first = at
  state.timed++
  if (time === state.last && state.same++ === 0) state.firstSame = at
  state.last = time
}

/** Part of the rows that share a time with the row before, at most, where it looks like a slip. */
const SLIP = 0.05

/** Whether few rows have the time of the row before, as where some were copied by mistake. */
export function isCopied({ timed, same }: OrderState): boolean {
  return same > 0 && same <= SLIP * timed
}

/** Part of the rows that share a time with the row before where several series stand in one file. */
const SEVERAL = 0.3

/** Whether rows of several series follow each other, each time once for every series. */
export function isSeveralSeries({ timed, same }: OrderState): boolean {
  return same >= SEVERAL * timed && same > 10
}
