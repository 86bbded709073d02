import type { Zone } from 'credence/paths'
import type { TimeStyle } from './readTable.ts'

const DAY = 86_400_000

/** A time of the wall clock as the file writes its own: a day, a clock without a zone, an instant, or a number. */
export function writeTime(
  wall: number,
  { instants, days, numbers }: TimeStyle,
  zone: Zone | undefined,
): string {
  if (numbers) return String(wall)
  const text = new Date(wall).toISOString()
  if (days && wall % DAY === 0) return text.slice(0, 10)
  const clock = text.slice(0, 19).replace(/:00$/, '')
  if (!instants) return clock
  return `${clock}${zone ? offsetText(wall - zone.instant(wall)) : 'Z'}`
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
