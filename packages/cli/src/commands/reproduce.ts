import { join } from 'node:path'
import type { Chapter, Claim, Experiment, Wishes } from '@credence/experiments'
import { makeFolder } from '@credence/serve/makeFolder'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { UserError } from '../base/failure.ts'

const EXPERIMENTS = [
  'benchmark',
  'conformal',
  'gp-stationary',
  'gp-nonstationary',
  'uncertainty',
  'smoothness',
  'elec2',
  'all',
] as const

const SCALES = ['standardize-file', 'minmax-file', 'standardize', 'none'] as const

/** Adds `credence reproduce` to the command line. What runs it is loaded only when it is called. */
export function addReproduce(root: Command, signal: AbortSignal): void {
  root
    .command('reproduce')
    .description('run the paper’s experiments and put each claim beside what was measured')
    .argument('[experiment]', `one of ${EXPERIMENTS.join(', ')}`, 'all')
    .option('--replications <n>', 'how often each is repeated (default: 30, with --quick 5)', count)
    .option('--seed <n>', 'decides every number', integer, 1)
    .option('--out <dir>', 'where to write (default: out/reproduce, with --quick out/quick)')
    .option('--quick', 'about a minute: five replications, and shorter streams where they are long')
    .option('--covertype <file>', 'the covertype data, the type in the last column')
    .option('--elec2 <file>', 'the elec2 data, 1 in the last column where the price went up')
    .addOption(
      new Option('--prepare <scale>', 'how benchmark features are scaled').choices(SCALES).default(SCALES[0]),
    )
    .option('--no-intercept', 'benchmark features without a constant one')
    .option('--workers <n>', 'threads (default: all cores)', count)
    .action((name: string, options: ReproduceCommandOptions) =>
      reproduceCommand(name, options, ['credence', ...process.argv.slice(2)].join(' '), signal),
    )
}

function integer(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || text.trim() === '')
    throw new InvalidArgumentError('It must be a whole number.')
  return value
}

function count(text: string): number {
  const value = integer(text)
  if (value < 1) throw new InvalidArgumentError('It must be at least 1.')
  return value
}

interface ReproduceCommandOptions {
  readonly replications?: number
  readonly seed: number
  readonly out?: string
  readonly quick?: boolean
  readonly covertype?: string
  readonly elec2?: string
  readonly prepare: Wishes['prepare']['scale']
  readonly intercept: boolean
  readonly workers?: number
}

/** `credence reproduce`: the paper's experiments with their figures, and each claim beside what was measured. */
async function reproduceCommand(
  name: string,
  options: ReproduceCommandOptions,
  command: string,
  signal: AbortSignal,
): Promise<void> {
  const { duration, experiments, reproduce } = await import('@credence/experiments')
  const { quick = false, seed, covertype, elec2, prepare: scale, intercept, workers } = options
  const { replications = quick ? 5 : 30, out = join('out', quick ? 'quick' : 'reproduce') } = options
  const chosen = choose(name, experiments)
  if (name === 'elec2' && elec2 === undefined) throw new UserError('elec2 is not shipped: give --elec2 FILE')
  makeFolder(out)
  const start = Date.now()
  const { chapters, found, ran } = await reproduce({
    experiments: chosen,
    out,
    command,
    seed,
    replications,
    quick,
    prepare: { scale, intercept },
    covertype,
    elec2,
    signal,
    report: name === 'all',
    ...(workers === undefined ? {} : { workers }),
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error
    console.error(`stopped; what was finished is in ${out}: the same command goes on from there`)
    throw signal.reason
  })
  for (const chapter of chapters) await printChapter(chapter)
  console.log(tally(chapters))
  console.log('a row is a sentence of the paper as one number; which agree, and why others do not:')
  console.log(`docs/reproduce.md in the repository${quick ? ', from 30 replications of whole streams' : ''}`)
  const before = found > 0 ? `, ${found} found finished` : ''
  console.log(`${ran} replications run${before}, ${duration((Date.now() - start) / 1000)}`)
  if (name === 'all') console.log(`report: ${join(out, 'report.html')}`)
  else for (const chapter of chapters) console.log(`page: ${join(out, chapter.name, 'index.html')}`)
}

function tally(chapters: readonly Chapter[]): string {
  const claims = chapters.flatMap(({ summary }) => summary.claims)
  const count = (verdict: Claim['verdict']): number =>
    claims.filter((claim) => claim.verdict === verdict).length
  return `${claims.length} rows: ${count('holds')} hold, ${count('inconclusive')} are inconclusive, ${count('not reproduced')} are not reproduced`
}

function choose(name: string, experiments: readonly Experiment[]): readonly Experiment[] {
  if (name === 'all') return experiments
  const found = experiments.filter((experiment) => experiment.name === name)
  if (found.length === 0) {
    throw new UserError(
      `experiment must be one of ${EXPERIMENTS.join(', ')}; received ${JSON.stringify(name)}`,
    )
  }
  return found
}

async function printChapter({ title, summary }: Chapter): Promise<void> {
  const { claimedSide, digits } = await import('@credence/experiments')
  console.log(`\n${title}`)
  let before = ''
  const line = (claim: Claim): void => {
    if (claim.says !== before) console.log(`  “${claim.says}”`)
    before = claim.says
    const { mean, error } = claim.estimate
    const found = `${digits(mean)} ± ${digits(error)}, claimed ${claimedSide(claim)}`
    console.log(`    ${claim.verdict.padEnd(18)}  ${found.padEnd(40)}  ${claim.measured}`)
  }
  summary.claims.forEach(line)
  for (const note of summary.notes) if (note.includes('was not run')) console.log(`  ${note}`)
  console.log('')
}
