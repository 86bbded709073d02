/** Below what may wait of one key: a batch is not refused because of itself. */
export const WAVE = 500

/** Does the work of a large batch, so many items at a time, in order. */
export async function inWaves<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let i = 0; i < items.length; i += WAVE) {
    results.push(...(await Promise.all(items.slice(i, i + WAVE).map((item, j) => work(item, i + j)))))
  }
  return results
}
