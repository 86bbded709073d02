/** The known name that a misspelt one was probably meant to be: at most two letters, and a third of it, differ. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  let found: string | undefined
  let least = Math.min(2, Math.floor(name.length / 3)) + 1
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance >= least) continue
    least = distance
    found = candidate
  }
  return found
}

/** How many letters must be inserted, deleted, replaced or swapped with the next to turn one word into the other (Damerau 1964). */
function editDistance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, j) => j)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1, swapped ? before[j - 2] + 1 : Infinity))
    }
    before = row
    row = next
  }
  return row[to.length]
}
