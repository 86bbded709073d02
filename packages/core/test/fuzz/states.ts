import { seededRng } from '../../src/math/rng.ts'
import { Dice } from './dice.ts'
import { digest } from './digest.ts'
import { type Any, names } from './manyStreams.ts'
import { drawProgram } from './program.ts'
import { build } from './spec.ts'
import type { Step } from './steps.ts'

/** Prints the fingerprint of the state in which each of many random programs ends: engines must agree. */
const [programs] = process.argv.slice(2).map(Number)
for (let seed = 0; seed < programs; seed++) {
  const { learner: spec, steps } = drawProgram(new Dice(seededRng(seed)))
  console.log(
    seed,
    spec.call,
    stateAfter(() => build(spec, names) as Any, steps),
  )
}

function stateAfter(make: () => Any, steps: readonly Step[]): string {
  try {
    const learner = make()
    for (const step of steps) attempt(learner, step)
    return digest(learner.stream)
  } catch (error) {
    return (error as Error).name
  }
}

function attempt(learner: Any, step: Step): void {
  try {
    if (step.do === 'learn') learner.learn(step.input, step.y)
    if (step.do === 'predict') learner.predict(step.input, step.id === undefined ? {} : { id: step.id })
    if (step.do === 'answer') learner.learn({ id: step.id, y: step.y })
  } catch {
    // A refused step changes nothing, on every engine.
  }
}
