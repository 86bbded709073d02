/** Copies expert k's row of every column from a fresh state: columns are typed arrays of K rows, or arrays of K states. */
export function restartRows<State extends object>(
  state: State,
  fresh: State,
  expert: number,
  capacity: number,
): void {
  for (const [name, column] of Object.entries(state)) {
    const from = (fresh as Record<string, unknown>)[name]
    if (column instanceof Float64Array) {
      const width = column.length / capacity
      const start = expert * width
      column.set((from as Float64Array).subarray(start, start + width), start)
    } else if (Array.isArray(column)) column[expert] = (from as unknown[])[expert]
  }
}
