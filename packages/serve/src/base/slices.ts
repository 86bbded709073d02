/** Milliseconds that work may hold up everything else at a time. */
const SLICE = 5

/** Lets everything else have its turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Work that goes on until its time is over, and then lets others have their turn. */
export class Slices {
  #end = performance.now() + SLICE

  /** Undefined while there is time left; else wait for it. */
  over(): Promise<void> | undefined {
    return performance.now() < this.#end ? undefined : this.#rest()
  }

  async #rest(): Promise<void> {
    await turn()
    this.#end = performance.now() + SLICE
  }
}

/** One after the other, in slices. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const slices = new Slices()
  const results: Result[] = []
  for (const [i, item] of items.entries()) {
    results.push(work(item, i))
    const rest = slices.over()
    if (rest) await rest
  }
  return results
}
