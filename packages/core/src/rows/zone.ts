import { ArgumentError } from '../base/errors.ts'

/**
 * Wall clocks: what a clock on the wall shows in a zone, as if it were UTC. A day before is then the same hour also
 * when clocks were changed in between.
 */
export class Zone {
  readonly name: string
  readonly #format: Intl.DateTimeFormat

  constructor(name: string) {
    this.name = name
    try {
      this.#format = new Intl.DateTimeFormat('en-US', {
        timeZone: name,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      })
    } catch {
      throw new ArgumentError(
        `zone must be a time zone such as Europe/Berlin; received ${JSON.stringify(name)}`,
        'unknown-name',
      )
    }
  }

  /** What the clock on the wall shows at this instant, in milliseconds. */
  wallClock(instant: number): number {
    const parts: Record<string, number> = {}
    for (const { type, value } of this.#format.formatToParts(instant)) parts[type] = Number(value)
    const { year, month, day, hour, minute, second } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((instant % 1000) + 1000) % 1000)
  }

  /** An instant at which the clock on the wall shows this; of two, the first; of none, the one just after. */
  instant(wall: number): number {
    const first = wall - this.#offset(wall)
    return wall - this.#offset(first)
  }

  #offset(instant: number): number {
    return this.wallClock(instant) - instant
  }
}
