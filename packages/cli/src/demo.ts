import { datasets } from '@credence/datasets'
import { parseRecipe, planRecipe } from '@credence/recipe'
import { columnStatistics } from 'credence/stream'
import { UserError } from './failure.ts'
import { findInput } from './input/input.ts'
import { print } from './print.ts'
import { suggest } from './suggest.ts'

/** `credence demo`: the paper's SVB-EA on a shipped data set, its loss beside every expert's. */
export async function demoCommand(name: string): Promise<void> {
  const dataset = datasets.find((known) => known.name === name)
  if (!dataset) {
    const names = datasets.map((known) => known.name)
    throw new UserError(`no data set ${JSON.stringify(name)}: ${suggest(name, names)}`)
  }
  const recipe = parseRecipe({
    preset: 'svb-ea',
    target: dataset.target,
    prepare: { scale: 'standardize-file', intercept: true },
    ...(dataset.task === 'classification' ? { loss: 'hinge' } : {}),
  })
  const input = await findInput(dataset.name)
  const table = await input.open()
  const plan = planRecipe(recipe, table.names)
  const statistics = await columnStatistics(await input.open({ columns: plan.features }))
  const session = plan.begin({ rows: statistics.rows, statistics }, { experts: true })
  let own = 0
  const losses: number[] = []
  for await (const { values } of table) {
    const record = session.step(values) as { loss: number; experts: { loss: number[] } }
    own += record.loss
    record.experts.loss.forEach((loss, k) => {
      losses[k] = (losses[k] ?? 0) + loss
    })
  }
  const t = session.t
  const best = losses.indexOf(Math.min(...losses))
  const average = (sum: number): string => (sum / t).toPrecision(5).padStart(10)
  const title = `${dataset.about}: ${t} rounds, one row at a time, mean ${dataset.task === 'classification' ? 'hinge' : 'squared'} loss a round`
  const lines = losses.map((loss, k) => {
    const scale = (1e-4 * 2 ** k).toPrecision(3).padStart(8)
    return `  expert ${k + 1}  G = ${scale} ${average(loss)}${k === best ? '   best in hindsight' : ''}`
  })
  await print(title, '', ...lines, `  aggregate           ${average(own)}   chosen without knowing which`)
}
