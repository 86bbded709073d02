import { expect } from 'vitest'
import { auto, type ClassForecast } from '../src/auto/index.ts'
import { normal, seededRng } from '../src/math/rng.ts'

/** How often the sets of `auto` hold the right one of three classes, and their mean size; it gets harder in row 900. */
export function setsOf(rows: number): { held: number; size: number } {
  const rng = seededRng(9)
  const learner = auto({ task: 'classification', coverage: 0.9 })
  const names = ['low', 'middle', 'high']
  let [held, size, rounds] = [0, 0, 0]
  for (let t = 0; t < rows; t++) {
    const x = normal(rng)
    const z = x + (t < 900 ? 0.5 : 1.5) * normal(rng)
    const y = names[z < -0.7 ? 0 : z < 0.7 ? 1 : 2]
    const { set, label } = learner.predict({ x }) as ClassForecast
    const { covered } = learner.learn({ x }, y)
    expect(covered).toBe(set.includes(y))
    if (t < 100) continue
    expect(set[0]).toBe(label)
    rounds++
    if (covered) held++
    size += set.length
  }
  return { held: held / rounds, size: size / rounds }
}
