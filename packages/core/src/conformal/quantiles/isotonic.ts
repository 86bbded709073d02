/**
 * The nearest increasing sequence in the least-squares sense: neighbours out of order are pooled to their mean.
 *
 * @param from the part of `values` that is brought into order, in place
 */
export function isotonic(values: Float64Array, from = 0, to: number = values.length): void {
  const starts: number[] = []
  const means: number[] = []
  for (let i = from; i < to; i++) {
    let start = i
    let mean = values[i]
    while (means.length > 0 && means[means.length - 1] >= mean) {
      const before = starts[starts.length - 1]
      const size = start - before
      mean =
        means[means.length - 1] +
        ((mean - means[means.length - 1]) * (i + 1 - start)) / (size + i + 1 - start)
      start = before
      means.pop()
      starts.pop()
    }
    means.push(mean)
    starts.push(start)
  }
  for (let block = 0; block < starts.length; block++) {
    values.fill(means[block], starts[block], starts[block + 1] ?? to)
  }
}
