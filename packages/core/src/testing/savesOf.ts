/** Saves of one life, at its ends and on its way, by the rounds behind them: each must lead to the same end. */
export function savesOf(
  rounds: number,
  save: () => Uint8Array,
  live: (t: number) => void,
): ReadonlyMap<number, Uint8Array> {
  const stops = [0, 1, rounds >> 2, (rounds >> 1) + 1, rounds - 1]
  const saves = new Map<number, Uint8Array>()
  for (let t = 0; t < rounds; t++) {
    if (stops.includes(t)) saves.set(t, save())
    live(t)
  }
  return saves
}
