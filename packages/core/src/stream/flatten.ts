/**
 * The items of batches, one by one.
 *
 * An async generator would do the same with several promises per item; this one makes one.
 */
export function flatten<T>(
  batches: AsyncGenerator<Iterable<T>, void, void>,
): AsyncIterableIterator<T, void, void> {
  let items: Iterator<T> | null = null
  let fetching: Promise<IteratorResult<T, void>> | null = null

  async function fetch(): Promise<IteratorResult<T, void>> {
    while (true) {
      const batch = await batches.next()
      if (batch.done) return batch
      items = batch.value[Symbol.iterator]()
      const item = items.next()
      if (!item.done) return item
    }
  }

  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next() {
      // Calls made before the answer to the last one wait for their turn.
      if (fetching !== null) return fetching.then(() => this.next())
      const item = items?.next()
      if (item !== undefined && !item.done) return Promise.resolve(item)
      fetching = fetch().finally(() => {
        fetching = null
      })
      return fetching
    },
    async return() {
      items = null
      await batches.return()
      return { done: true, value: undefined }
    },
  }
}
