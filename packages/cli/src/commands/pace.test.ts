import { describe, expect, it } from 'vitest'
import { Pace } from './pace.ts'

describe('how long a run takes from here', () => {
  it('is true where rows take equally long', () => {
    const pace = new Pace()
    for (let s = 1; s <= 20; s++) pace.add(s, 100 * s, s / 50)
    expect(pace.rate).toBeCloseTo(100)
    expect(pace.left).toBeCloseTo(30)
  })

  it('is true where the run goes on from the middle of a file', () => {
    const pace = new Pace()
    for (let s = 1; s <= 5; s++) pace.add(s, 9000 + 100 * s, 0.9 + s / 100)
    expect(pace.rate).toBeCloseTo(100)
    expect(pace.left).toBeCloseTo(5)
  })

  it('leaves out the start, in which a program is slow', () => {
    const pace = new Pace()
    for (let s = 0; s <= 2; s += 0.2) pace.add(s, 10 * s, s / 1000)
    for (let s = 2.2; s <= 4.1; s += 0.2) pace.add(s, 20 + 100 * (s - 2), 0.002 + (s - 2) / 100)
    expect(pace.rate).toBeCloseTo(100)
    expect(pace.left).toBeCloseTo(98 - 0.2, 0)
  })

  it('follows a learner that grows slower', () => {
    const pace = new Pace()
    for (let s = 1; s <= 20; s++) pace.add(s, 1000 * s, s / 100)
    for (let s = 21; s <= 40; s++) pace.add(s, 20_000 + 100 * (s - 20), 0.2 + (s - 20) / 1000)
    expect(pace.left).toBeCloseTo(780)
  })

  it('is not said where the size of the input is not known', () => {
    const pace = new Pace()
    for (let s = 1; s <= 3; s++) pace.add(s, s, undefined)
    expect(pace.left).toBeUndefined()
  })
})
