import { seededRng } from '../../src/math/rng.ts'
import * as credence from '../all.ts'
import { Dice } from './dice.ts'
import { digest } from './digest.ts'
import { drawProgram, type Step } from './program.ts'
import { build } from './spec.ts'

/** Prints the fingerprint of the state in which each of many random programs ends: engines must agree. */
const [programs] = process.argv.slice(2).map(Number)
for (let seed = 0; seed < programs; seed++) {
  const { learner: spec, steps } = drawProgram(new Dice(seededRng(seed)))
  console.log(
    seed,
    spec.call,
    stateAfter(() => build(spec, credence as never) as credence.Learner, steps),
  )
}

function stateAfter(make: () => credence.Learner, steps: readonly Step[]): string {
  try {
    const learner = make()
    for (const step of steps) attempt(learner, step)
    return digest(learner.state)
  } catch (error) {
    return (error as Error).name
  }
}

function attempt(learner: credence.Learner, step: Step): void {
  try {
    if (step.do === 'learn') learner.learn(step.input, step.y)
    if (step.do === 'predict') learner.predict(step.input, step.id === undefined ? {} : { id: step.id })
    if (step.do === 'answer') learner.learn({ id: step.id, y: step.y })
  } catch {
    // A refused step changes nothing, on every engine.
  }
}
