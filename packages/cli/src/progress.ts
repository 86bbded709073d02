/** A line on standard error that says how far a long run is: only on a terminal, never in CI. */
export interface Progress {
  report(rows: number): void
  stop(): void
}

const EVERY_MS = 200

export function startProgress(name: string): Progress {
  const { stderr } = process
  if (!stderr.isTTY || process.env.CI) return { report() {}, stop() {} }
  const start = Date.now()
  let shown = 0
  return {
    report(rows) {
      const now = Date.now()
      if (now - start < 1000 || now - shown < EVERY_MS) return
      shown = now
      const speed = Math.round((1000 * rows) / (now - start))
      stderr.write(
        `\r\x1b[K${name}: ${rows.toLocaleString('en')} rows, ${speed.toLocaleString('en')} a second`,
      )
    },
    stop() {
      if (shown > 0) stderr.write('\r\x1b[K')
    },
  }
}
