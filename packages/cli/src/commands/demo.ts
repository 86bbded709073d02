import { datasets } from '@credence/datasets'
import { parseRecipe } from '@credence/recipe'
import type { RunSummary } from '@credence/report'
import { Breath } from '../base/breath.ts'
import { UserError } from '../base/failure.ts'
import { print } from '../base/print.ts'
import { styleOf } from '../base/style.ts'
import { suggest } from '../base/suggest.ts'
import { Course } from '../course/course.ts'
import { findInput } from '../input/input.ts'
import { describeSummary } from '../summary/describe.ts'

/** `credence demo`: `auto` on a shipped data set, beside what is naive. */
export async function demoCommand(name: string, signal: AbortSignal): Promise<void> {
  const dataset = datasets.find((known) => known.name === name)
  if (!dataset) {
    const names = datasets.map((known) => known.name)
    throw new UserError(`no data set ${JSON.stringify(name)}: ${suggest(name, names)}`)
  }
  const recipe = parseRecipe({ preset: 'auto', target: dataset.target })
  const course = await Course.open(recipe, await findInput(dataset.name), {}, signal)
  const breath = new Breath()
  for await (const { batch, from } of course.batches())
    for (let r = from; r < batch.size; r++) {
      course.take(batch, r)
      if (breath.isDue()) await breath.take(signal)
    }
  const title = `${dataset.about}: auto, told nothing, one row at a time`
  await print(title, ...describeSummary(course.summary() as RunSummary, styleOf(process.stdout)))
}
