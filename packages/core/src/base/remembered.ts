/** A function of a number that is computed once for each. */
export function remembered<T>(make: (key: number) => T): (key: number) => T {
  const made = new Map<number, T>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(key)
    made.set(key, fresh)
    return fresh
  }
}
