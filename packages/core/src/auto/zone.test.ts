import { describe, expect, it } from 'vitest'
import { Zone } from '../rows/zone.ts'
import { auto } from './auto.ts'

const HOUR = 3_600_000
const berlin = new Zone('Europe/Berlin')
/** Clocks went forward on 29 March 2026, at 01:00 UTC. */
const change = Date.UTC(2026, 2, 29, 1)
/** Busy from 8 to 18 by the clock on the wall. */
const load = (instant: number): number => {
  const hour = new Date(berlin.wallClock(instant)).getUTCHours()
  return (hour >= 8 && hour < 18 ? 100 : 20) + 2 * Math.sin(instant / HOUR)
}

describe('auto in a time zone', () => {
  const from = change - 5 * 24 * HOUR
  const instants = Array.from({ length: 5 * 24 + 9 }, (_, i) => from + i * HOUR)

  it('reads instants as clocks show them: as dates, counts and texts, or told by the clock', () => {
    const wall = (instant: number): string => new Date(berlin.wallClock(instant)).toISOString().slice(0, 16)
    const some = instants.slice(-50)
    const meansOf = (cell: (instant: number) => Date | number | string, zone?: string): number[] => {
      const learner = auto(zone === undefined ? {} : { zone })
      return some.map((instant) => {
        const row = { time: cell(instant) }
        const { mean } = learner.predict(row) as { mean: number }
        learner.learn(row, load(instant))
        return mean
      })
    }
    const told = meansOf(wall)
    expect(meansOf((instant) => new Date(instant), 'Europe/Berlin')).toEqual(told)
    expect(meansOf((instant) => instant / 1000, 'Europe/Berlin')).toEqual(told)
    expect(meansOf((instant) => new Date(instant).toISOString(), 'Europe/Berlin')).toEqual(told)
    // What the clock on the wall shows is what it shows.
    expect(meansOf(wall, 'Europe/Berlin')).toEqual(told)
    expect(meansOf((instant) => new Date(instant))).not.toEqual(told)
  })

  it('takes a day ago for the same hour of the clock when clocks were changed, and answers with instants', () => {
    const worst = (zone?: string): number => {
      const learner = auto(zone === undefined ? {} : { zone })
      for (const instant of instants) learner.learn({ time: new Date(instant) }, load(instant))
      const { steps, times } = learner.path(24)
      expect(times?.[0]).toBe((instants.at(-1) as number) + HOUR)
      return Math.max(...steps.map(({ mean }, k) => Math.abs(mean - load((times as number[])[k] as number))))
    }
    expect(worst('Europe/Berlin')).toBeLessThan(20)
    expect(worst()).toBeGreaterThan(40)
  })

  it('goes on from a save of the same zone, and refuses one of another', () => {
    const learner = auto({ zone: 'Europe/Berlin' })
    for (const instant of instants.slice(0, 30)) learner.learn({ time: new Date(instant) }, load(instant))
    const bytes = learner.save()
    expect(auto({ zone: 'Europe/Berlin' }).restore(bytes).path(3).steps[2]?.mean).toBe(
      learner.path(3).steps[2]?.mean,
    )
    expect(() => auto({ zone: 'America/New_York' }).restore(bytes)).toThrow('zone')
    expect(() => auto({ zone: 'Berlin' })).toThrow('zone must be a time zone such as Europe/Berlin')
  })
})
