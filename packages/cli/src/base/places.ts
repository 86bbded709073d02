/** Where each name is; the first place, where a name comes twice. */
export function placesOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, i) => [name, i] as const).reverse())
}
