import { type HindsightPlan, namedColumns, planHindsight, type Recipe } from '@credence/recipe'
import type { Hindsight } from 'credence/oracles'
import { bestConvex, bestExpert, bestLinear, bestSequence } from 'credence/oracles'
import type { Table } from 'credence/stream'
import { UserError } from '../base/failure.ts'
import { print } from '../base/print.ts'
import { Course } from '../course/course.ts'
import { findInput, type Input } from '../input/input.ts'
import { readRecipe } from '../recipes/readRecipe.ts'

export interface OraclesCommandOptions {
  readonly switches: readonly number[]
  readonly json?: boolean
  readonly plugins?: boolean
}

/** The best competitor of one class, known in hindsight; and the learner itself, which knew nothing. */
interface Found {
  readonly oracle: 'learner' | 'expert' | 'convex' | 'linear' | 'sequence'
  readonly switches?: number
  readonly meanLoss: number
  /** By the name of the expert. */
  readonly coefficients?: Readonly<Record<string, number>>
}

/** `credence oracles RECIPE DATA`: what the best expert, combination or sequence would have lost. */
export async function oraclesCommand(
  recipePath: string,
  data: string,
  { switches, json = false, plugins = false }: OraclesCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const { recipe, reader } = await readRecipe(recipePath, {}, plugins, signal)
  const input = await findInput(data, {}, reader)
  const table = await input.open({ columns: namedColumns(recipe), signal })
  const plan = planHindsight(recipe, table.names)
  const best = findAll(plan, await readAll(plan, table), switches)
  const found = input.again ? [await learnt(recipe, input, signal), ...best] : best
  await print(...(json ? found.map((each) => JSON.stringify(each)) : describe(plan, found)))
}

/** What the learner of the recipe loses, in the same loss over the same rows. */
async function learnt(recipe: Recipe, input: Input, signal: AbortSignal): Promise<Found> {
  const course = await Course.open(recipe, input, {}, signal)
  let sum = 0
  let rounds = 0
  for await (const { batch, from } of course.batches()) {
    for (let r = from; r < batch.size; r++) {
      const pointLoss = course.take(batch, r)?.pointLoss
      if (typeof pointLoss !== 'number') continue
      sum += pointLoss
      rounds++
    }
  }
  return { oracle: 'learner', meanLoss: sum / rounds }
}

/** Every row with an outcome. */
async function readAll(plan: HindsightPlan, table: Table): Promise<Hindsight> {
  const places = plan.experts.map((name) => table.names.indexOf(name))
  const target = table.names.indexOf(plan.target)
  const forecasts: Float64Array[] = []
  const outcomes: number[] = []
  for await (const batch of table.batches()) {
    for (const { values } of batch) {
      const y = values[target] as number
      if (Number.isNaN(y)) continue
      forecasts.push(Float64Array.from(places, (place) => values[place] as number))
      outcomes.push(y)
    }
  }
  if (outcomes.length === 0) throw new UserError('the data has no row with an outcome')
  return { forecasts, outcomes, loss: plan.loss, noise: plan.noise }
}

function findAll({ experts }: HindsightPlan, hindsight: Hindsight, switches: readonly number[]): Found[] {
  const named = (coefficients: Float64Array): Record<string, number> =>
    Object.fromEntries(experts.map((name, k) => [name, coefficients[k] as number]))
  const best = bestExpert(hindsight)
  const found: Found[] = [
    { oracle: 'expert', meanLoss: best.meanLoss, coefficients: named(best.coefficients) },
  ]
  // A combination needs every forecast; a sequence can step around a gap.
  if (hindsight.forecasts.every((row) => Array.from(row).every(Number.isFinite))) {
    const convex = bestConvex(hindsight)
    const linear = bestLinear(hindsight)
    found.push({ oracle: 'convex', meanLoss: convex.meanLoss, coefficients: named(convex.coefficients) })
    found.push({ oracle: 'linear', meanLoss: linear.meanLoss, coefficients: named(linear.coefficients) })
  }
  const { losses } = bestSequence({ ...hindsight, switches: Math.max(0, ...switches) })
  for (const m of switches) {
    const meanLoss = (losses[m] as number) / hindsight.outcomes.length
    found.push({ oracle: 'sequence', switches: m, meanLoss })
  }
  return found
}

/** Lines for people: the loss, and whom it took. */
function describe({ loss }: HindsightPlan, found: readonly Found[]): string[] {
  const names = {
    learner: 'the learner, without it',
    expert: 'best expert',
    convex: 'best convex',
    linear: 'best linear',
    sequence: 'best with',
  }
  const head = `${'in hindsight'.padEnd(24)} mean ${loss.name} loss`
  const lines = found.map(({ oracle, switches, meanLoss, coefficients = {} }) => {
    const what =
      switches === undefined
        ? names[oracle]
        : `${names[oracle]} ${switches} ${switches === 1 ? 'switch' : 'switches'}`
    const parts = Object.entries(coefficients)
      .filter(([, value]) => Math.abs(value) > 1e-6)
      .map(([name, value]) => (value === 1 ? name : `${value.toPrecision(3)} ${name}`))
    return `${what.padEnd(24)} ${meanLoss.toPrecision(8).padEnd(14)} ${parts.join(' + ')}`.trimEnd()
  })
  const silent = found.some(({ oracle }) => oracle === 'convex')
    ? []
    : ['(no combinations: some forecasts are missing)']
  return [head, ...lines, ...silent]
}
