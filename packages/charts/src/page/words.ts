import { text } from '../svg.ts'
import type { Change } from './timeline.ts'

/** Words that stand beside a line of the picture, one below the other. */
export interface Words {
  /** Where the line is, in pixels. */
  readonly at: number
  readonly lines: readonly { readonly text: string; readonly class: string }[]
}

/** A stretch of a row of words that is taken. */
interface Taken {
  readonly row: number
  readonly from: number
  readonly to: number
}

/** Pixels between two rows of words, and what a letter takes on average. */
const ROW = 16
const LETTER = 6.7
const MOST_ROWS = 6

/**
 * Puts words beside their lines so that none meet: before the line where there is room, else after it or across, and in
 * a lower row where the first one is taken.
 *
 * @param taken what stands in the first row already, from and to
 */
export function placeWords(
  words: readonly Words[],
  width: number,
  taken: readonly (readonly [from: number, to: number])[],
): { readonly svg: string; readonly rows: number } {
  const full: Taken[] = taken.map(([from, to]) => ({ row: 0, from, to }))
  const isFree = (row: number, from: number, to: number): boolean =>
    full.every((one) => one.row !== row || to < one.from - 4 || from > one.to + 4)
  let svg = ''
  for (const { at, lines } of words) {
    const long = LETTER * lines.reduce((most, line) => Math.max(most, line.text.length), 0)
    const starts = [at - 8 - long, at + 8].filter((from) => from >= 0 && from + long <= width)
    const across = Math.max(0, Math.min(width - long, at - long / 2))
    const places = Array.from({ length: MOST_ROWS }, (_, row) =>
      [...starts, ...(starts.length === 0 ? [across] : [])].map((from) => ({ row, from })),
    ).flat()
    const free = places.find(({ row, from }) => lines.every((_, i) => isFree(row + i, from, from + long)))
    const { row, from } = free ?? { row: MOST_ROWS, from: across }
    const before = from + long < at
    lines.forEach((line, i) => {
      full.push({ row: row + i, from, to: from + long })
      svg += text(line.text, {
        class: `${line.class} halo`,
        x: before ? at - 8 : from,
        y: 11 + ROW * (row + i),
        'text-anchor': before ? 'end' : 'start',
      })
    })
  }
  return { svg, rows: full.reduce((most, { row }) => Math.max(most, row + 1), 0) }
}

/** What happened, then when. */
export function changeWords({ at, title, note }: Change, x: (at: number) => number): Words {
  return {
    at: x(at),
    lines: [
      { text: title, class: 'ink strong' },
      { text: note, class: '' },
    ],
  }
}

/** In one line, because several often come together. */
export function alertWords({ at, title, note }: Change, x: (at: number) => number): Words {
  return { at: x(at), lines: [{ text: `▲ ${title}, ${note}`, class: 't-alert strong' }] }
}
