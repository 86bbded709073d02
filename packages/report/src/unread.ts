/** Cells of the target that could not be read: how many, and the first of them. Plain data. */
export interface Unread {
  count: number
  readonly first: { readonly line: number; readonly cell: string }[]
}

/** Cells that are named, and how much of each. */
export const MOST_UNREAD = 3
const LONGEST = 40

export function createUnread(): Unread {
  return { count: 0, first: [] }
}

export function observeUnreadCell(state: Unread, cell: string, line: number): void {
  state.count++
  if (state.first.length < MOST_UNREAD) state.first.push({ line, cell: cell.slice(0, LONGEST) })
}
