import { describe, expect, it } from 'vitest'
import { aggregate, svb } from '../doors/index.ts'
import { squared } from '../losses/squared.ts'

/** An unscaled column: gradients of 1e5 are too much for rates of 0.1 and 1. */
const rows = Array.from({ length: 300 }, (_, t) => ({ x: [1e5 * Math.sin(t), 1], y: Math.sin(t) }))

describe('experts that diverge', () => {
  it('start afresh where that was asked for, and no round is refused', () => {
    const learner = aggregate({ experts: svb({ scale: [0.1, 1] }), loss: squared, onFailure: 'restart' })
    for (const { x, y } of rows) {
      const { mean, sd } = learner.predict(x)
      expect([mean, sd]).not.toContain(Number.NaN)
      expect(Number.isFinite(learner.learn(x, y).loss)).toBe(true)
    }
    expect(Math.min(...learner.failures)).toBeGreaterThan(1)
  })

  it('are scored by the belief they started with in the round that they failed in', () => {
    const make = () => aggregate({ experts: svb({ scale: 1 }), loss: squared, onFailure: 'restart' })
    const learner = make()
    let before = 0
    for (const { x, y } of rows) {
      const { loss } = learner.learn(x, y)
      if (learner.failures[0] > before) expect(loss).toBe(make().learn(x, y).loss)
      before = learner.failures[0]
    }
    expect(before).toBeGreaterThan(0)
  })

  it('stop the learner, named, where nothing was asked for, and nothing changes', () => {
    const learner = aggregate({ experts: svb({ scale: [0.1, 1] }), loss: squared })
    const saved: Uint8Array[] = []
    const all = (): void => {
      for (const { x, y } of rows) {
        saved.push(learner.save())
        learner.learn(x, y)
      }
    }
    expect(all).toThrow('the loss of expert 1 (scale 1, priorVariance 1) is Infinity in round 19')
    expect(learner.save()).toEqual(saved.at(-1))
  })
})
