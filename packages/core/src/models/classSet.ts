/** The places of the most probable classes that hold `mass` together, the most probable first; of all classes at mass 1. */
export function classSet(probabilities: readonly number[], mass: number): number[] {
  const order = [...probabilities.keys()].sort((a, b) => probabilities[b] - probabilities[a] || a - b)
  if (mass >= 1) return order
  let size = 0
  for (let held = 0; size < order.length && held < mass; size++) held += probabilities[order[size]]
  return order.slice(0, size)
}
