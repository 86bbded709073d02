import { counter, listOf, real, type StateShape, shape, string, upTo } from 'credence/kinds'

/** Cells of the target that could not be read: how many, and the first of them. Plain data. */
export interface Unread {
  count: number
  readonly first: { readonly line: number; readonly cell: string }[]
}

/** Cells that are named, and how much of each. */
const MOST_UNREAD = 3
const LONGEST = 40

export const UNREAD: StateShape<Unread> = /* @__PURE__ */ shape<Unread>({
  count: counter,
  first: upTo(MOST_UNREAD, listOf(shape<Unread['first'][number]>({ line: real(1), cell: string }))),
})

export function observeUnreadCell(state: Unread, cell: string, line: number): void {
  state.count++
  if (state.first.length < MOST_UNREAD) state.first.push({ line, cell: cell.slice(0, LONGEST) })
}
