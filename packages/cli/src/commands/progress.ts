import { count, duration } from '../base/words.ts'

/** A line on standard error that says how far a long run is: only on a terminal, never in CI. */
export interface Progress {
  /** @param share how much of the work is done, where that is known; @param unit what is counted. @default rows */
  report(rows: number, share?: number, unit?: string): void
  stop(): void
}

const EVERY_MS = 200
/** Takes a line of progress away, where there may be one. */
export const CLEAR: string = process.stderr.isTTY ? '\r\x1b[K' : ''

export function startProgress(name: string): Progress {
  const { stderr } = process
  if (!stderr.isTTY || process.env.CI) return { report() {}, stop() {} }
  const start = Date.now()
  let shown = 0
  return {
    report(rows, share, unit = 'rows') {
      const now = Date.now()
      if (now - start < 1000 || now - shown < EVERY_MS) return
      shown = now
      const seconds = (now - start) / 1000
      const left =
        share !== undefined && share > 0.01 && share < 1
          ? `, ${duration((seconds / share) * (1 - share))} left`
          : ''
      stderr.write(
        `\r\x1b[K${name}: ${count(rows)} ${unit}, ${count(Math.round(rows / seconds))} a second${left}`,
      )
    },
    stop() {
      if (shown > 0) stderr.write('\r\x1b[K')
    },
  }
}
