import { drawLoss, drawMeta, drawRule, SCORES } from './catalogue.ts'
import { drawConformal, drawForecast } from './conformal.ts'
import type { Dice } from './dice.ts'
import { type Call, namesIn, print, type Spec } from './spec.ts'

/** What is done to a learner in one step. */
export type Step =
  | { readonly do: 'predict'; readonly input: Spec; readonly id?: string | number }
  | { readonly do: 'learn'; readonly input: Spec; readonly y: number }
  | { readonly do: 'answer'; readonly id: string | number; readonly y: number }
  | { readonly do: 'skip'; readonly id: string | number }
  /** The outcome of the forecast given last, around a forecaster. */
  | { readonly do: 'outcome'; readonly y: number | null }
  | { readonly do: 'save' | 'json' | 'clone' | 'mark' }

/** A learner and what is done to it: plain data. */
export interface Program {
  readonly learner: Call
  readonly steps: readonly Step[]
}

const HOSTILE = [
  0,
  -0,
  1e-320,
  1e-160,
  1e8,
  -1e8,
  1e20,
  1e150,
  -1e155,
  1e160,
  1e300,
  -1.7e308,
  1.7e308,
  Number.NaN,
  Infinity,
]

export function drawProgram(dice: Dice): Program {
  return dice.chance(0.25) ? drawAround(dice) : drawAggregate(dice)
}

function drawAggregate(dice: Dice): Program {
  const dimension = dice.between(1, 4)
  const loss = drawLoss(dice)
  const experts = Array.from({ length: dice.between(1, 2) }, () => drawRule(dice, dimension))
  const options: Record<string, Spec> = {
    experts,
    loss,
    score: { call: dice.pick(SCORES) },
    meta: drawMeta(dice),
    onFailure: dice.pick(['throw', 'sleep', 'restart']),
  }
  if (dice.chance(0.5)) options.dimension = dimension
  if (dice.chance(0.3)) options.horizon = dice.pick([10, 1000])
  if (dice.chance(0.3)) options.switches = dice.between(1, 3)
  if (dice.chance(0.2)) options.history = dice.pick([2, 8])
  if (dice.chance(0.3)) options.openRounds = dice.between(1, 4)
  if (dice.chance(0.2)) options.seed = dice.between(1, 9)
  const labels = loss.call === 'hinge' || loss.call === 'logistic'
  const hostile = dice.pick([0, 0.03, 0.3])
  const row = (): Spec => drawRow(dice, dimension, hostile)
  return { learner: { call: 'aggregate', args: [options] }, steps: drawSteps(dice, row, labels) }
}

function drawAround(dice: Dice): Program {
  const learner = drawConformal(dice)
  const steps = drawSteps(dice, () => drawForecast(dice, learner), false, true)
  return { learner, steps }
}

function drawRow(dice: Dice, dimension: number, hostile: number): Spec {
  const wild = dice.chance(hostile)
  return Array.from({ length: dice.chance(0.004) ? dimension + 1 : dimension }, () =>
    wild && dice.chance(0.5) ? dice.pick(HOSTILE) : dice.normal(),
  )
}

/** Streams in moods: outcomes near the first feature, jumps of scale, constants, and single hostile values. */
function drawSteps(dice: Dice, row: () => Spec, labels: boolean, around = false): Step[] {
  const steps: Step[] = []
  const mood = dice.pick(['calm', 'calm', 'jumps', 'constant', 'growing', 'hostile'])
  const late = dice.chance(0.4)
  const length = dice.pick([5, 20, 60, 150, 400])
  let ids = 0
  for (let t = 0; t < length; t++) {
    const y = drawOutcome(dice, mood, t, labels)
    const roll = dice.uniform()
    if (roll < 0.12) {
      steps.push({ do: 'predict', input: row() })
      if (around && dice.chance(0.9)) steps.push({ do: 'outcome', y: dice.chance(0.9) ? y : null })
    } else if (late && roll < 0.3)
      steps.push({ do: 'predict', input: row(), id: dice.chance(0.9) ? ids++ : 0 })
    else if (late && roll < 0.45) steps.push({ do: 'answer', id: dice.below(ids + 1), y })
    else if (late && roll < 0.48) steps.push({ do: 'skip', id: dice.below(ids + 1) })
    else if (roll < 0.52) steps.push({ do: dice.pick(['save', 'json', 'clone', 'mark'] as const) })
    else steps.push({ do: 'learn', input: row(), y })
  }
  return steps
}

function drawOutcome(dice: Dice, mood: string, t: number, labels: boolean): number {
  if (dice.chance(mood === 'hostile' ? 0.3 : 0.01)) return dice.pick(HOSTILE)
  if (labels) return dice.chance(0.5) ? 1 : -1
  if (mood === 'constant') return 3
  if (mood === 'growing') return Math.exp(t / 3)
  if (mood === 'jumps' && dice.chance(0.1)) return 1e4 * dice.normal()
  return dice.normal()
}

/** The program as a person would run it. */
export function printProgram({ learner, steps }: Program): string {
  const names = [...new Set(namesIn(learner))].sort()
  const lines = [`import { ${names.join(', ')} } from 'credence'`, '', `let learner = ${print(learner)}`]
  for (const step of steps) lines.push(printStep(step))
  return lines.join('\n')
}

function printStep(step: Step): string {
  if (step.do === 'predict') {
    const id = step.id === undefined ? '' : `, { id: ${JSON.stringify(step.id)} }`
    return `learner.predict(${print(step.input)}${id})`
  }
  if (step.do === 'learn') return `learner.learn(${print(step.input)}, ${step.y})`
  if (step.do === 'outcome') return `learner.learn(${step.y})`
  if (step.do === 'answer') return `learner.learn({ id: ${JSON.stringify(step.id)}, y: ${step.y} })`
  if (step.do === 'skip') return `learner.skip(${JSON.stringify(step.id)})`
  if (step.do === 'clone') return 'learner = learner.clone()'
  if (step.do === 'mark') return "learner.mark?.('here')"
  return `learner = ${'fresh(learner)'}.restore(learner.save(${step.do === 'json' ? "'json'" : ''}))`
}
