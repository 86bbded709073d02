import type { Dice } from './dice.ts'
import { HOSTILE } from './rows.ts'
import { type Call, print, type Spec } from './spec.ts'

type Outcome = number | string | null
type Id = string | number

/** What is done to a learner in one step. */
export type Step =
  | { readonly do: 'predict'; readonly input: Spec; readonly id?: Id }
  | { readonly do: 'learn'; readonly input: Spec; readonly y: Outcome }
  | { readonly do: 'answer'; readonly id: Id; readonly y: Outcome }
  | { readonly do: 'skip'; readonly id: Id }
  /** The outcome of the forecast given last, around a forecaster. */
  | { readonly do: 'outcome'; readonly y: Outcome }
  | { readonly do: 'add'; readonly rule: Call }
  | { readonly do: 'retire'; readonly expert: number }
  | { readonly do: 'save' | 'json' | 'clone' | 'mark' }
  /** A save with one field changed by a hostile author, who makes the checksum right. */
  | { readonly do: 'tamper'; readonly place: number; readonly edit: number }

/** What the steps of a kind of learner are like. */
export interface Manner {
  row(): Spec
  readonly labels?: boolean
  readonly classes?: boolean
  /** How many classes there are, where these are counted from 0. */
  readonly places?: number
  /** Whether `learn(y)` means the forecast given last. */
  readonly pending?: boolean
  /** Whether outcomes come by id alone, or by `learn(y)` alone. */
  readonly onlyLate?: boolean
  readonly onlyPending?: boolean
  readonly longest?: number
  /** Draws a rule that is added as the learner runs. @default none is */
  readonly rule?: () => Call
}

/** Streams in moods: outcomes near the first feature, jumps of scale, constants, and single hostile values. */
export function drawSteps(dice: Dice, manner: Manner): Step[] {
  const { row, onlyLate = false, onlyPending = false, longest = Infinity, rule } = manner
  const pending = manner.pending === true || onlyPending
  const steps: Step[] = []
  const mood = dice.pick(['calm', 'calm', 'jumps', 'constant', 'growing', 'hostile'])
  const late = !onlyPending && (onlyLate || dice.chance(0.4))
  const length = Math.min(longest, dice.pick([5, 20, 60, 150, 400]))
  let ids = 0
  for (let t = 0; t < length; t++) {
    const y = drawOutcome(dice, mood, t, manner)
    const roll = onlyLate ? 0.12 + 0.4 * dice.uniform() : onlyPending ? 0.11 : dice.uniform()
    if (dice.chance(0.04)) {
      steps.push({ do: 'tamper', place: dice.below(1_000_000), edit: dice.below(1000) })
    } else if (roll < 0.12) {
      steps.push({ do: 'predict', input: row() })
      if (pending && dice.chance(0.9)) steps.push({ do: 'outcome', y: dice.chance(0.9) ? y : null })
      if (onlyPending && dice.chance(0.05)) steps.push({ do: 'save' })
    } else if (late && roll < 0.3)
      steps.push({ do: 'predict', input: row(), id: dice.chance(0.9) ? ids++ : 0 })
    else if (late && roll < 0.45) steps.push({ do: 'answer', id: dice.below(ids + 1), y })
    else if (late && roll < 0.48) steps.push({ do: 'skip', id: dice.below(ids + 1) })
    else if (roll < 0.52) steps.push({ do: dice.pick(['save', 'json', 'clone', 'mark'] as const) })
    else if (rule && roll < 0.523) steps.push({ do: 'add', rule: rule() })
    else if (rule && roll < 0.53) steps.push({ do: 'retire', expert: dice.below(4) })
    else steps.push({ do: 'learn', input: row(), y })
  }
  return steps
}

function drawOutcome(dice: Dice, mood: string, t: number, { labels, classes, places }: Manner): Outcome {
  if (dice.chance(mood === 'hostile' ? 0.3 : 0.01)) return dice.pick(HOSTILE)
  if (places !== undefined) return dice.below(Math.min(places, 1 + t))
  if (classes) return dice.pick(['yes', 'no', 'yes', 'maybe'])
  if (labels) return dice.chance(0.5) ? 1 : -1
  if (mood === 'constant') return 3
  if (mood === 'growing') return Math.exp(t / 3)
  if (mood === 'jumps' && dice.chance(0.1)) return 1e4 * dice.normal()
  return dice.normal()
}

export function printStep(step: Step): string {
  if (step.do === 'predict') {
    const id = step.id === undefined ? '' : `, { id: ${JSON.stringify(step.id)} }`
    return `learner.predict(${print(step.input)}${id})`
  }
  if (step.do === 'learn') return `learner.learn(${print(step.input)}, ${print(step.y)})`
  if (step.do === 'outcome') return `learner.learn(${print(step.y)})`
  if (step.do === 'answer') return `learner.learn({ id: ${JSON.stringify(step.id)}, y: ${print(step.y)} })`
  if (step.do === 'skip') return `learner.skip(${JSON.stringify(step.id)})`
  if (step.do === 'add') return `learner.add(${print(step.rule)})`
  if (step.do === 'retire') return `learner.retire(${step.expert})`
  if (step.do === 'clone') return 'learner = learner.clone()'
  if (step.do === 'mark') return "learner.mark?.('here')"
  if (step.do === 'tamper') return `// a save with field ${step.place} edited (${step.edit})`
  return `learner = ${'fresh(learner)'}.restore(learner.save(${step.do === 'json' ? "'json'" : ''}))`
}
