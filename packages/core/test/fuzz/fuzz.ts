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
export async function fuzz(
  seed: number,
  goesOn: (programs: number, result: FuzzResult) => boolean | Promise<boolean>,
  report: (finding: string) => void = () => {},
): Promise<FuzzResult> {
  const tally = createTally()
  const findings: string[] = []
  let programs = 0
  for (; await goesOn(programs, { programs, tally, findings }); programs++) {
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
