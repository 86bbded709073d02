import type { Health as HealthView } from '@credence/client'
import type { Health } from './health.ts'

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
