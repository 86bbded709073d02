import { UserError } from '../base/failure.ts'
import type { Checkpoint } from '../course/checkpoint.ts'
import { formatOf } from '../output/format.ts'
import type { RunCommandOptions } from './runOptions.ts'

/** What changes the output besides recipe and data. */
export function askedOf(options: RunCommandOptions): Checkpoint['asked'] {
  const {
    weights = false,
    experts = false,
    explainRows = null,
    skipBadRows = false,
    keep = null,
    group = null,
    digits = null,
    output,
    format,
  } = options
  return { weights, experts, explainRows, skipBadRows, keep, group, digits, format: formatOf(output, format) }
}

/** Refuses to go on unless whatever else was asked of the first run is asked again. */
export function expectSameRun({ asked }: Checkpoint, options: RunCommandOptions): void {
  if (options.output === undefined) throw new UserError('--resume goes on in a file: name it with -o')
  for (const [name, wanted] of Object.entries(askedOf(options))) {
    const before = asked[name] ?? null
    if (before === wanted) continue
    const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    const isAbsent = before === null || before === false
    const value = isAbsent || before === true ? '' : ` ${before}`
    throw new UserError(`the saved run was made ${isAbsent ? 'without' : 'with'} ${option}${value}`)
  }
}
