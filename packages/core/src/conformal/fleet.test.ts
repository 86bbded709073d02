import { describe, expect, it } from 'vitest'
import { fromBytes, toBytes } from '../base/save/save.ts'
import { seededRng, studentT } from '../math/rng.ts'
import { absoluteResidual, conformal, fleet } from './index.ts'

describe.each(['apart', 'together'] as const)('a fleet with ends %s', (ends) => {
  // Without a season and with so many series, the compiled kernels are at work.
  it.each([
    { seasons: { period: 5 }, series: 7 },
    { seasons: {}, series: 29 },
  ])(
    'gives the numbers of single calibrators bit for bit, with series added, removed and gaps: %o',
    (setting) => {
      const { seasons, series } = setting
      const own = fleet({ ends, ...seasons })
      const single = new Map<string, ReturnType<typeof conformal>>()
      const rng = seededRng(3)
      const add = (key: string): void => {
        own.add(key)
        const conformity = ends === 'apart' ? {} : { conformity: absoluteResidual }
        single.set(key, conformal({ diagnostics: false, ...seasons, ...conformity }))
      }
      for (let i = 0; i < series; i++) add(`series ${i}`)
      for (let t = 0; t < 600; t++) {
        if (t === 200) {
          own.remove('series 3')
          single.delete('series 3')
        }
        if (t === 260) for (let i = series; i < series + 5; i++) add(`series ${i}`)
        if (t === 300) add('series 3')
        if (t === 333) own.restore(own.save())
        if (t === 444) own.restore(own.save('series 5'), 'series 5')
        const { keys } = own
        const forecasts = Float64Array.from(keys, (_, i) =>
          (t + i) % 11 === 0 ? Number.NaN : studentT(rng, 3),
        )
        const lower = new Float64Array(keys.length)
        const upper = new Float64Array(keys.length)
        own.predictAll(forecasts, lower, upper)
        // Ties in some series.
        const outcomes = forecasts.map((forecast, i) => {
          const residual = studentT(rng, 2)
          if ((t * i) % 13 === 5) return Number.NaN
          return i % 4 === 1 ? forecast + Math.round(residual) : forecast + residual
        })
        keys.forEach((key, i) => {
          if (Number.isNaN(forecasts[i])) return
          const learner = single.get(key) as ReturnType<typeof conformal>
          const interval = learner.predict(forecasts[i])
          expect([lower[i], upper[i]]).toEqual([interval.lower, interval.upper])
          learner.learn(Number.isNaN(outcomes[i]) ? null : outcomes[i])
        })
        own.learnAll(outcomes)
      }
    },
  )

  it('refuses an outcome too far from its forecast for a finite residual, and learns 1e308 otherwise', () => {
    const own = fleet({ ends })
    own.add('a')
    const [lower, upper] = [new Float64Array(1), new Float64Array(1)]
    own.predictAll([-1e308], lower, upper)
    const open = own.save()
    expect(() => own.learnAll([1e308])).toThrow('outcomes[0], 1e+308, is too far from its forecast, -1e+308')
    expect(Buffer.compare(own.save(), open)).toBe(0)
    for (let t = 0; t < 30; t++) {
      own.learnAll([0])
      own.predictAll([1e308], lower, upper)
      expect(lower[0]).not.toBeNaN()
      expect(upper[0]).not.toBeNaN()
    }
  })

  it('goes on from a save of one series, though the row was at the same round before', () => {
    const own = fleet({ ends })
    own.add('a')
    const [lower, upper] = [new Float64Array(1), new Float64Array(1)]
    const tick = (y: number): void => {
      own.predictAll([0], lower, upper)
      own.learnAll([y])
    }
    for (let t = 0; t < 30; t++) tick(Math.sin(t))
    const saved = own.save('a')
    own.predictAll([0], lower, upper)
    const expected = upper[0]
    own.remove('a')
    own.add('a')
    for (let t = 0; t < 30; t++) tick(100 * Math.sin(t))
    own.predictAll([0], lower, upper)
    own.restore(saved, 'a')
    own.predictAll([0], lower, upper)
    expect(upper[0]).toBe(expected)
  })

  it('refuses what it cannot use, and changes nothing', () => {
    const own = fleet({ ends })
    own.add('a', 'b')
    const [lower, upper] = [new Float64Array(2), new Float64Array(2)]
    const before = own.save()
    expect(() => own.add('a')).toThrow('there is already a series "a"')
    expect(() => own.add('c', 'c')).toThrow('must not be named twice')
    expect(() => own.remove('z')).toThrow('there is no series "z"')
    expect(() => own.predictAll([1], lower, upper)).toThrow(
      'arrays must have 2 entries, one per series; received 1',
    )
    expect(() => own.predictAll([1, Infinity], lower, upper)).toThrow(
      'forecasts[1] must be a finite number or NaN',
    )
    expect(() => own.learnAll([1, 2])).toThrow('outcomes[0] came before its forecast: call predictAll first')
    expect(Buffer.compare(own.save(), before)).toBe(0)
    own.predictAll([1, 2], lower, upper)
    const open = own.save()
    expect(() => own.learnAll([1, Infinity])).toThrow('outcomes[1] must be a finite number or NaN')
    expect(Buffer.compare(own.save(), open)).toBe(0)
    expect(() => own.learnAll([1, -Infinity])).toThrow('outcomes[1] must be a finite number or NaN')
    expect(Buffer.compare(own.save(), open)).toBe(0)
    expect(() => fleet({ coverage: 0.8, ends }).restore(open)).toThrow('the save is of another learner')
    const unissued = fromBytes(fleet({ ends }).restore(before).save('a'))
    const { blocks } = unissued.state as { blocks: { forecasts: Float64Array }[] }
    blocks[0].forecasts[0] = 1
    expect(() => own.restore(toBytes(unissued), 'a')).toThrow('records')
    expect(() => own.restore(open, 'a')).toThrow('of a whole fleet')
    expect(() => own.restore(own.save('a'))).toThrow('of one series: say under which key')
    expect(Buffer.compare(own.save(), open)).toBe(0)
  })
})
