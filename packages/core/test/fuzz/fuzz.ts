import { seededRng } from '../../src/math/rng.ts'
import { brokenCoverage, drawStream } from './coverage.ts'
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

/** Seeds of which one plays a whole stream, to judge what its intervals covered. */
const STREAM_EVERY = 25

function streamFinding(seed: number): string | null {
  const dice = new Dice(seededRng(seed))
  const stream = drawStream(dice)
  const broken = brokenCoverage(stream, dice)
  return broken === null ? null : `// seed ${seed}: ${broken}\n// ${JSON.stringify(stream)}\n`
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
    if (own % STREAM_EVERY === 0) {
      tally.streams++
      const broken = streamFinding(own)
      if (broken === null) continue
      findings.push(broken)
      report(broken)
      continue
    }
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
