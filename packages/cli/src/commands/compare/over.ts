import { type Ranking, rankLearners } from '@credence/experiments'
import { YARDSTICK_NAMES, type Yardstick } from '@credence/report'
import { UserError } from '../../base/failure.ts'
import { print } from '../../base/print.ts'
import { columns, digits, percent } from '../../base/words.ts'
import { checkPaths } from '../../files/roles.ts'
import { writeWhole } from '../../files/writeWhole.ts'
import { findInput } from '../../input/input.ts'
import { fileWishes } from '../../input/options.ts'
import { type RecipeFile, readRecipe } from '../../recipes/readRecipe.ts'
import { type CompareCommandOptions, contest, distinct, recipeWishes } from './compare.ts'

/** Learners over many data sets: losses, ranks and tests. */
export interface RankedComparison extends Ranking {
  readonly by: Yardstick
  readonly seeds: number
  /** Mean loss of each learner on each data set, over the seeds. */
  readonly losses: readonly { readonly data: string; readonly losses: readonly number[] }[]
}

/** `credence compare A B … --over D E …`: average ranks over data sets, and which differ. */
export async function compareOver(
  names: readonly string[],
  data: readonly string[],
  options: CompareCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const { json = false, report, seeds = 1 } = options
  if (data.length < 2)
    throw new UserError('compare --over needs two data sets or more: --over boston concrete pima')
  const files: RecipeFile[] = []
  for (const name of names) files.push(await readRecipe(name, recipeWishes(options), options.plugins, signal))
  await checkPaths({ data, recipe: names, plugin: files.flatMap(({ plugins }) => plugins) }, { report })
  const labels = [...distinct(names), 'naive']
  const losses: { data: string; losses: readonly number[] }[] = []
  let by: Yardstick = 'absolute'
  for (const one of data) {
    const sums = labels.map(() => 0)
    for (let seed = 0; seed < seeds; seed++) {
      const found = await onOne(withSeed(files, seed), labels, one, options, signal)
      by = found.by
      found.contenders.forEach(({ meanLoss }, c) => {
        sums[c] = (sums[c] as number) + meanLoss / seeds
      })
    }
    const lost = labels.find((_, c) => !Number.isFinite(sums[c]))
    if (lost !== undefined)
      throw new UserError(`${lost} has no mean loss on ${one}: it cannot be ranked there`)
    losses.push({ data: one, losses: sums })
  }
  const ranking = rankLearners(
    labels,
    losses.map((row) => row.losses),
  )
  const found: RankedComparison = { ...ranking, by, seeds, losses }
  if (report !== undefined) {
    const { ranksPage } = await import('./ranksPage.ts')
    await writeWhole(report, ranksPage(found), `${report}: no room left on its disk for the page`)
  }
  await print(...(json ? [JSON.stringify(found)] : describeRanks(found)))
}

async function onOne(
  files: readonly RecipeFile[],
  labels: readonly string[],
  data: string,
  options: CompareCommandOptions,
  signal: AbortSignal,
): ReturnType<typeof contest> {
  const reader = files.find((file) => file.reader)?.reader
  const input = await findInput(data, fileWishes(options), reader)
  if (!input.again)
    throw new UserError(`${input.name} passes only once: compare reads it once for each recipe`)
  return contest(files, labels, { ...options, data, reader }, signal).catch((error: unknown) => {
    if (error instanceof UserError) throw new UserError(`${data}: ${error.message}`)
    throw error
  })
}

/** The first run has the recipe's own seed, the others those after it: no seed is run twice. */
function withSeed(files: readonly RecipeFile[], run: number): readonly RecipeFile[] {
  if (run === 0) return files
  return files.map((file) => {
    const { seed = 0 } = file.recipe as { readonly seed?: number }
    return { ...file, recipe: { ...file.recipe, seed: seed + run } as RecipeFile['recipe'] }
  })
}

/** For a terminal: losses, ranks with the best first, and every pair. */
export function describeRanks(found: RankedComparison): string[] {
  const { names, ranks, dataSets, friedman, criticalDifference, pairs, by, losses } = found
  const order = names.map((_, i) => i).sort((a, b) => (ranks[a] as number) - (ranks[b] as number))
  const table = columns([
    [YARDSTICK_NAMES[by], ...order.map((i) => names[i] as string)],
    ...losses.map((row) => [row.data, ...order.map((i) => digits(row.losses[i] as number))]),
    ['average rank', ...order.map((i) => (ranks[i] as number).toFixed(2))],
  ])
  const worse = friedman.p < 0.05 ? 'the learners differ' : 'no difference is shown'
  return [
    ...table,
    '',
    `Friedman, by permutation: p = ${digits(friedman.p)}; ${worse} over ${dataSets} data sets.`,
    `Nemenyi: ranks nearer than ${criticalDifference.toFixed(2)} are not told apart.`,
    ...pairs.map(
      ({ a, b, wins, adjusted, probability }) =>
        `${a} and ${b}: better on ${wins[0]} and ${wins[1]}; Wilcoxon–Holm p = ${digits(adjusted)}; probability that ${a} is better ${percent(probability[0])}, alike within 1 % ${percent(probability[1])}, ${b} ${percent(probability[2])}`,
    ),
  ]
}
