/** Index of the names of a state, derived and not saved. */
const indices = new WeakMap<readonly string[], Map<string, number>>()

/** Where each of a list of names stands. A name that is added to the list is to be added here too. */
export function placesOf(names: readonly string[]): Map<string, number> {
  let index = indices.get(names)
  if (!index) {
    index = new Map(names.map((name, i) => [name, i]))
    indices.set(names, index)
  }
  return index
}
