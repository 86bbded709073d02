import { styleOf } from '../base/style.ts'
import { count, duration } from '../base/words.ts'
import { Pace } from './pace.ts'

/** A line on standard error that says how far a long run is: only on a terminal, never in CI. */
export interface Progress {
  /** @param share how much of the work is done, where that is known; @param unit what is counted. @default rows */
  report(rows: number, share?: number, unit?: string): void
  /** What is done when all rows were taken. */
  say(what: string): void
  stop(): void
}

const EVERY_MS = 200
/** Takes a line of progress away, where there may be one. */
export const CLEAR: string = process.stderr.isTTY ? '\r\x1b[K' : ''

export function startProgress(name: string): Progress {
  const { stderr } = process
  if (!stderr.isTTY || process.env.CI) return { report() {}, say() {}, stop() {} }
  const start = Date.now()
  const pace = new Pace()
  const { strong, faint } = styleOf(stderr)
  let told = 0
  let shown = false
  return {
    report(rows, share, unit = 'rows') {
      const now = Date.now()
      if (now - told < EVERY_MS) return
      told = now
      const seconds = (now - start) / 1000
      pace.add(seconds, rows, share)
      if (seconds < 1) return
      shown = true
      const { left, rate } = pace
      const done = share === undefined ? '' : `${strong(`${Math.floor(100 * Math.min(1, share))} %`)}, `
      const speed = rate > 0 ? `, ${count(Math.round(rate))} a second` : ''
      const rest = left !== undefined && left > 0 ? `, ${duration(left)} left` : ''
      stderr.write(`\r\x1b[K${name}: ${done}${count(rows)} ${unit}${faint(`${speed}${rest}`)}`)
    },
    say(what) {
      if (shown) stderr.write(`\r\x1b[K${name}: ${what}`)
    },
    stop() {
      if (shown) stderr.write('\r\x1b[K')
    },
  }
}
