/** Medians of interleaved runs: whatever slows the machine down slows all contestants down. */
export function contest(contestants, { repeats = 7 } = {}) {
  const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]))
  for (let i = 0; i < repeats; i++) {
    for (const [name, run] of Object.entries(contestants)) times[name].push(run())
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]))
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
