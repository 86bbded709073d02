import { createTally, execute, type Finding } from './execute.ts'
import type { Program } from './program.ts'
import { isCall, type Spec } from './spec.ts'

/** Processor time spent on making one finding smaller, in milliseconds. */
const PATIENCE = 60_000

/** The smallest program found that breaks the same promise, up to its numbers: fewer steps, then fewer options. */
export function shrink(program: Program, finding: Finding): { program: Program; finding: Finding } {
  const kind = kindOf(finding)
  let best = { program: { ...program, steps: program.steps.slice(0, finding.step + 1) }, finding }
  const start = process.cpuUsage()
  const attempt = (candidate: Program): boolean => {
    const { user, system } = process.cpuUsage(start)
    if (user + system > 1000 * PATIENCE) return false
    const found = execute(candidate, createTally())
    if (!found || kindOf(found) !== kind) return false
    best = { program: { ...candidate, steps: candidate.steps.slice(0, found.step + 1) }, finding: found }
    return true
  }
  for (let piece = best.program.steps.length >> 1; piece >= 1; ) {
    let removed = false
    for (let at = 0; at + piece < best.program.steps.length; ) {
      const { steps } = best.program
      const without = [...steps.slice(0, at), ...steps.slice(at + piece)]
      if (attempt({ ...best.program, steps: without })) removed = true
      else at += piece
    }
    if (!removed || piece > 1) piece >>= 1
  }
  for (let simpler = true; simpler; ) {
    simpler = simplified(best.program.learner).some((learner) =>
      attempt({ ...best.program, learner: learner as Program['learner'] }),
    )
  }
  return best
}

/** A message without its numbers. */
function kindOf({ message }: Finding): string {
  return message.split('\n')[0].replace(/-?(\d[\d.e+-]*|NaN|Infinity)/g, '#')
}

/** The spec without one of its options or list entries, each in turn. */
function simplified(spec: Spec): Spec[] {
  if (typeof spec !== 'object' || spec === null) return []
  if (Array.isArray(spec)) {
    const fewer = spec.length > 1 ? spec.map((_, i) => spec.filter((_, j) => j !== i)) : []
    return [...fewer, ...spec.flatMap((item, i) => simplified(item).map((one) => replaced(spec, i, one)))]
  }
  if (isCall(spec)) {
    const { args } = spec
    return args
      ? args.flatMap((arg, i) => simplified(arg).map((one) => ({ ...spec, args: replaced(args, i, one) })))
      : []
  }
  const record = spec as Readonly<Record<string, Spec>>
  return Object.keys(record).flatMap((name) => {
    const { [name]: removed, ...rest } = record
    return [rest, ...simplified(removed).map((one) => ({ ...record, [name]: one }))]
  })
}

function replaced<T>(items: readonly T[], at: number, item: T): T[] {
  return items.map((one, i) => (i === at ? item : one))
}
