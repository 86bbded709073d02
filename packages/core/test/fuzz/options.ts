import type { AnyOptions, Option } from '../../src/base/options.ts'
import type { NumberShape, Value } from '../../src/base/values.ts'
import type { Dice } from './dice.ts'
import type { Spec } from './spec.ts'

/** How what has options of its own is drawn, by its noun: a rate, a kernel. */
export type Nouns = Readonly<Record<string, (dice: Dice) => Spec>>

/** Numbers that options are drawn from, where their bounds allow; small first, and a few that are asked for rarely. */
const ORDINARY = [0.5, 1, 2, 0.1, 0.9, 3, 5, 10, 0.01, 0.25, 0, -1]
const EXTREME = [1e-8, 1e-3, 20, 50, 1e6, -3]

/** Options that only make a rule larger: kept small, so that many rounds fit into a second. */
const LARGEST: Readonly<Record<string, number>> = {
  learners: 3,
  trees: 3,
  window: 40,
  neighbours: 10,
  maxDepth: 6,
  lifetime: 100,
  weight: 20,
  period: 20,
  interval: 20,
  maxNodes: 50,
  keep: 20,
  capacity: 5,
  every: 20,
  depth: 3,
  slots: 5,
}

/** Random options from a declaration: every name, every kind of value, within the declared bounds. */
export function drawOptions(
  dice: Dice,
  { declared }: AnyOptions,
  leave: readonly string[] = [],
  nouns: Nouns = {},
): Record<string, Spec> {
  const drawn: Record<string, Spec> = {}
  for (const [name, option] of Object.entries(declared)) {
    const required = option.default === undefined && option.absent === undefined
    if (leave.includes(name) || (!required && dice.chance(0.6))) continue
    const value = drawOption(dice, name, option, nouns)
    if (value !== undefined) drawn[name] = value
  }
  return drawn
}

function drawOption(dice: Dice, name: string, option: Option, nouns: Nouns): Spec | undefined {
  const value = (option.axis ?? option.value) as Value
  if (!option.axis || dice.chance(0.7)) return drawValue(dice, name, value, nouns)
  const several = [drawValue(dice, name, value, nouns), drawValue(dice, name, value, nouns)]
  return several.every((one) => one !== undefined) ? (several as Spec[]) : undefined
}

function drawValue(dice: Dice, name: string, { shape }: Value, nouns: Nouns): Spec | undefined {
  if (shape.type === 'number') return drawNumber(dice, shape, LARGEST[name] ?? Infinity)
  if (shape.type === 'boolean') return dice.chance(0.5)
  if (shape.type === 'choice') return dice.pick(shape.of)
  if (shape.type === 'null') return null
  if (shape.type === 'interval') return [-dice.pick([0.5, 2, 20]), dice.pick([0.5, 2, 20])]
  if (shape.type === 'either') return drawValue(dice, name, dice.pick(shape.of), nouns)
  if (shape.type === 'record') return drawOptions(dice, shape.options, [], nouns)
  if (shape.type === 'noun') return nouns[shape.noun]?.(dice)
  if (shape.type !== 'list') return undefined
  const items = Array.from({ length: Math.max(shape.least, dice.between(1, 3)) }, () =>
    drawValue(dice, name, shape.of, nouns),
  )
  return items.every((item) => item !== undefined) ? (items as Spec[]) : undefined
}

function drawNumber(dice: Dice, shape: NumberShape, largest: number): number | undefined {
  const { whole, above = -Infinity, atLeast = -Infinity, below = Infinity, atMost = Infinity } = shape
  const fits = (n: number): boolean =>
    n > above &&
    n >= atLeast &&
    n < below &&
    n <= Math.min(atMost, largest) &&
    (!whole || Number.isInteger(n))
  const numbers = (dice.chance(0.9) ? ORDINARY : EXTREME).filter(fits)
  return numbers.length ? dice.pick(numbers) : ORDINARY.find(fits)
}
