import { regimes, scaleShift } from 'credence/synthetic'
import type { Choices } from './choices.ts'

/** A made stream as CSV text: what the learner reads is what a visitor can keep and give to `credence run`. */
export function csvOf({ stream, seed, length }: Choices): string {
  const lines = stream === 'shift' ? shift(seed, length) : abc(seed, length)
  return `${lines.join('\n')}\n`
}

/** Three functions of ten inputs, one after the other. */
function abc(seed: number, length: number): string[] {
  const names = Array.from({ length: 10 }, (_, j) => `x${j + 1}`)
  return [[...names, 'y'].join(), ...Array.from(regimes({ seed, length }), ({ x, y }) => `${x.join()},${y}`)]
}

/** Forecasts whose errors have heavy tails, on a scale that changes three times. */
function shift(seed: number, length: number): string[] {
  const rows = Array.from(scaleShift({ seed, length }), ({ x, forecast, y }) => `${x[0]},${forecast},${y}`)
  return ['x,forecast,y', ...rows]
}
