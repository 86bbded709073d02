import type { Health } from './health.ts'

export interface HealthView {
  readonly rounds: number
  readonly meanLoss: number | null
  readonly coverage: number | null
  readonly meanWidth: number | null
  readonly missesInARow: number
  readonly troubles: readonly string[]
}

/** The record of a series' health, in words and means. */
export function healthOf(health: Health): HealthView {
  const { rounds, loss, confidence, width, widths, run, troubles } = health
  return {
    rounds,
    meanLoss: rounds > 0 ? loss / rounds : null,
    coverage: confidence.count > 0 ? confidence.sum / confidence.count : null,
    meanWidth: widths > 0 ? width / widths : null,
    missesInARow: run,
    troubles: troubles.map(({ reason }) => reason),
  }
}
