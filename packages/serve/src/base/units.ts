const SPANS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A span such as 90d, 12h, 30m, 45s or 50ms, in milliseconds; undefined if it is none. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|[smhd])$/.exec(text) ?? []
  return unit === undefined ? undefined : Number(count) * (SPANS[unit] as number)
}

const SIZES: Readonly<Record<string, number>> = { kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }

/** A size such as 512MB or 20GB, in bytes; undefined if it is none. */
export function parseBytes(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(kB|MB|GB|TB)$/.exec(text) ?? []
  return unit === undefined ? undefined : Number(count) * (SIZES[unit] as number)
}
