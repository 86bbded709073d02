/** A bar for each contender on standard error: only on a terminal, never in CI. */
export interface Bars {
  show(shares: readonly number[]): void
  stop(): void
}

const WIDTH = 30
const EVERY_MS = 100

export function startBars(names: readonly string[]): Bars {
  const { stderr } = process
  if (!stderr.isTTY || process.env.CI) return { show() {}, stop() {} }
  const longest = Math.max(...names.map(({ length }) => length))
  let drawn = 0
  let shown = 0
  const clear = (): void => {
    if (drawn > 0) stderr.write(`\x1b[${drawn}A\x1b[J`)
    drawn = 0
  }
  return {
    show(shares) {
      const now = Date.now()
      if (now - shown < EVERY_MS) return
      shown = now
      clear()
      for (const [i, name] of names.entries()) {
        const share = Math.min(1, shares[i] ?? 0)
        const full = Math.round(share * WIDTH)
        stderr.write(
          `${name.padEnd(longest)} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${Math.round(100 * share)} %\n`,
        )
      }
      drawn = names.length
    },
    stop: clear,
  }
}
