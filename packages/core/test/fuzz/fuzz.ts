import { seededRng } from '../../src/math/rng.ts'
import { Dice } from './dice.ts'
import { createTally, execute, type Tally } from './execute.ts'
import { drawProgram, printProgram } from './program.ts'
import { shrink } from './shrink.ts'

export interface FuzzResult {
  readonly programs: number
  readonly tally: Tally
  /** Each finding as a program that shows it. */
  readonly findings: readonly string[]
}

/** Runs programs with seeds from `seed` on until told to stop. A program depends on its own seed alone. */
export function fuzz(
  seed: number,
  goesOn: (programs: number, tally: Tally) => boolean,
  report: (finding: string) => void = () => {},
): FuzzResult {
  const tally = createTally()
  const findings: string[] = []
  let programs = 0
  for (; goesOn(programs, tally); programs++) {
    const own = seed + programs
    const program = drawProgram(new Dice(seededRng(own)))
    const found = execute(program, tally)
    if (!found) continue
    const { program: smallest, finding } = shrink(program, found)
    const text = `// seed ${own}: ${finding.message}\n${printProgram(smallest)}\n`
    findings.push(text)
    report(text)
  }
  return { programs, tally, findings }
}
