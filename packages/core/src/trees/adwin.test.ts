import { expect, it } from 'vitest'
import { riverFixture } from '../../test/fixtures/riverFixture.ts'
import { driftStreams } from '../../test/fixtures/riverStream.ts'
import { adwin } from './adwin.ts'

interface Run {
  readonly delta: number
  readonly detections: number[]
  /** Width, total and scatter of the window after every 500 values. */
  readonly windows: [number, number, number][]
}

it('detects changes at the same values as River 0.20.1, and keeps the same window, on five streams', () => {
  const { streams } = riverFixture<{ streams: Run[][] }>('adwin')
  const values = driftStreams()
  expect(streams.flat().flatMap((run) => run.detections).length).toBeGreaterThan(20)
  streams.forEach((runs, s) => {
    for (const { delta, detections, windows } of runs) {
      const detector = adwin({ significance: delta })
      const state = detector.init()
      const found: number[] = []
      values[s].forEach((value, t) => {
        if (detector.update(state, value)) found.push(t)
        if (t % 500 !== 499) return
        const [width, total, scatter] = windows[(t - 499) / 500]
        expect(state.width).toBe(width)
        expect(Math.abs(state.total - total)).toBeLessThan(1e-9 * Math.abs(total))
        expect(Math.abs(state.scatter - scatter)).toBeLessThan(1e-8 * scatter)
      })
      expect(found).toEqual(detections)
    }
  })
})

it('keeps a window of a million values in a state of constant size', () => {
  const detector = adwin()
  const state = detector.init()
  const size = state.totals.length
  for (let t = 0; t < 1_000_000; t++) detector.update(state, t % 7)
  expect(state.width).toBe(1_000_000)
  expect(state.totals.length).toBe(size)
})

it('is accepted as it was made, also where no size keeps a bucket', () => {
  const detector = adwin({ maxBuckets: 2, clock: 1, significance: 0.5 })
  const state = detector.init()
  for (let t = 0; t < 500; t++) {
    detector.update(state, Math.floor(t / 40) % 2 ? 50 + (t % 3) : t % 3)
    detector.init.check(state, 'detector')
  }
})
