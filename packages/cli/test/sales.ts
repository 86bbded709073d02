const DAY = 86_400_000

/** Sales that repeat with the week, with a promotion on some days. */
export function sales(
  rows: number,
  { blank = 0, stores = [''] }: { blank?: number; stores?: readonly string[] } = {},
): string {
  const lines = stores.flatMap((store, s) =>
    Array.from({ length: rows + blank }, (_, i) => {
      const promo = i % 9 === 4 ? 'yes' : 'no'
      const y =
        (s + 1) *
        (100 + 20 * Math.sin((2 * Math.PI * i) / 7) + (promo === 'yes' ? 40 : 0) + 3 * Math.sin(i * i))
      const day = new Date(Date.UTC(2025, 0, 1) + i * DAY).toISOString().slice(0, 10)
      return [day, ...(store === '' ? [] : [store]), promo, i < rows ? y.toFixed(1) : ''].join(',')
    }),
  )
  return `day,${stores[0] === '' ? '' : 'store,'}promo,sold\n${lines.join('\n')}\n`
}

export const table = (text: string): Record<string, string>[] => {
  const [head, ...lines] = text.trim().split('\n')
  const names = (head as string).split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, c) => [names[c], cell])))
}
