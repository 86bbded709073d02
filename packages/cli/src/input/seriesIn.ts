import { findTimes, readTime, type TimesFound, type TimesWish } from 'credence/auto'
import { findBy } from './findBy.ts'
import type { Input } from './input.ts'
import { PEEKED } from './peeked.ts'

/** Rows that are looked at together: from the first, and from the first whose time goes back. */
const WINDOW = 50_000
/** Part of the rows that share their time with another one where several series are in one file, at least. */
const REPEATED = 0.25

/**
 * The columns that tell series apart in a file, found by reading it once; none where times do not repeat.
 *
 * A file may be sorted by series: then times repeat from the second series on, which may begin late.
 */
export async function seriesIn(
  input: Input,
  target: string | undefined,
  wish: TimesWish,
  signal?: AbortSignal,
): Promise<string[]> {
  const look = new Look(target, wish)
  const table = await input.open({ signal, onBadRow: () => {}, columns: [], text: (names) => names })
  for await (const { texts, size } of table.batches()) {
    if (!look.begin(table.textNames, texts, size)) return []
    for (let r = 0; r < size; r++) if (!look.take(texts, r)) return look.found()
  }
  return look.found()
}

/** Gathers the rows of both windows. */
class Look {
  readonly #target: string | undefined
  readonly #wish: TimesWish
  #names: readonly string[] | undefined
  #found: TimesFound | null = null
  #places: readonly number[] = []
  #words: readonly number[] = []
  readonly #times: number[] = []
  readonly #cells: string[][] = []
  #last = Number.NEGATIVE_INFINITY
  #repeats = false
  #room = WINDOW

  constructor(target: string | undefined, wish: TimesWish) {
    this.#target = target
    this.#wish = wish
  }

  /** Looks at the first rows once; false where they show no times. */
  begin(names: readonly string[], texts: readonly string[], size: number): boolean {
    if (this.#names) return true
    this.#names = names
    const target = this.#target ?? names.at(-1)
    const others = names.flatMap((name, c) => (name === target ? [] : [c]))
    const first = Array.from({ length: Math.min(size, PEEKED) }, (_, r) =>
      others.map((c) => texts[r * names.length + c] ?? ''),
    )
    const shown = others.map((c) => names[c] as string)
    this.#found = findTimes(shown, first, this.#wish)
    if (!this.#found) return false
    const { columns } = this.#found
    this.#places = columns.map((name) => names.indexOf(name))
    this.#words = others.filter((c) => !columns.includes(names[c] as string))
    this.#words.forEach(() => {
      this.#cells.push([])
    })
    return true
  }

  /** False where enough was seen. */
  take(texts: readonly string[], r: number): boolean {
    const start = r * (this.#names as readonly string[]).length
    const at = readTime(
      this.#found as TimesFound,
      this.#places.map((place) => texts[start + place]),
    )
    if (at <= this.#last && !this.#repeats) {
      this.#repeats = true
      this.#room = Math.max(this.#room, WINDOW)
    }
    this.#last = at
    if (this.#room === 0) return !this.#repeats
    this.#room--
    this.#times.push(at)
    this.#words.forEach((c, i) => {
      this.#cells[i]?.push(texts[start + c] ?? '')
    })
    return true
  }

  found(): string[] {
    if (!this.#repeats) return []
    const columns = new Map(
      this.#words.map((c, i) => [this.#names?.[c] as string, this.#cells[i] as readonly string[]]),
    )
    return findBy({ times: this.#times, columns }, REPEATED)
  }
}
