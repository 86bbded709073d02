import { type AutoForecast, auto } from '../src/auto/index.ts'
import { normal, seededRng } from '../src/math/rng.ts'

export const HOUR = 3_600_000

/** Hourly demand with a daily and a weekly rhythm, and a level that steps up after row `step`. */
export function hourlyDemand(rows: number, step = 700): { time: string; y: number }[] {
  const rng = seededRng(9)
  return Array.from({ length: rows }, (_, t) => {
    const date = new Date(Date.UTC(2026, 0, 5) + t * HOUR)
    const weekend = [0, 6].includes(date.getUTCDay()) ? -20 : 0
    const level = t > step ? 130 : 100
    const day = 30 * Math.sin((2 * Math.PI * date.getUTCHours()) / 24)
    return { time: date.toISOString(), y: level + day + weekend + 3 * normal(rng) }
  })
}

/** How `auto` does beside the same hour a week ago, and how often its interval covers. */
export function errorsOf(ahead: number, { rows = 620, from = 400, step = 700 } = {}) {
  const stream = hourlyDemand(rows, step)
  const learner = auto({ ahead })
  let [own, naive, covered, count] = [0, 0, 0, 0]
  stream.forEach(({ time, y }, t) => {
    const { mean, lower, upper } = learner.predict({ time }) as AutoForecast
    if (t >= from) {
      count++
      own += (mean - y) ** 2
      naive += (stream[t - 168].y - y) ** 2
      covered += lower <= y && y <= upper ? 1 : 0
    }
    learner.learn({ time }, y)
  })
  return { ratio: Math.sqrt(own / naive), coverage: covered / count, learner }
}
