import { selectionMeasure } from '../contest.ts'
import type { Result, Results } from '../experiment.ts'
import { quoted } from '../quotes.ts'
import type { Reading } from '../reading.ts'
import { measure, type Sentence } from '../sentence.ts'
import { BAYES, type ConformalSettings, DRAWN, DTACI, type Law, LEVELS, parts, THEIRS } from './settings.ts'

/** What was measured at one coverage, by the distribution of errors. */
interface Measured {
  readonly coverage: number
  readonly reading: Reading
  readonly theirs: string
  each(part: Law, value: (n: Result['numbers']) => number): number[]
  gap(part: Law, what: string, a: string, b: string): number[]
}

const [student, gaussian] = parts

export function sentences(
  { coverage }: ConformalSettings,
  results: Results,
  reading: Reading,
): readonly Sentence[] {
  const each: Measured['each'] = (part, value) => results[part].map(({ numbers }) => value(numbers))
  const gap: Measured['gap'] = (part, what, a, b) => each(part, (n) => n[`${a} ${what}`] - n[`${b} ${what}`])
  const measured = { coverage, reading, theirs: THEIRS[reading.dtaci], each, gap }
  return [
    ofLevel(measured),
    ofSmoothness(measured),
    ofCloser(measured),
    ofLess(measured),
    ofStable(measured, 'gaussian'),
    ofStable(measured, 'robust'),
    ofSelection(results, reading),
  ]
}

function ofLevel({ coverage, each }: Measured): Sentence {
  return quoted(
    'approaches',
    parts.flatMap((part) =>
      [BAYES, DRAWN].map((name) =>
        measure({
          what: `${part}: |coverage − ${coverage}| of ${name} after the last round (approaches: below 0.02)`,
          side: 'below',
          than: 0.02,
          values: each(part, (n) => n[`${name} coverage error`]),
          // The text fixes the posterior mean as the threshold.
          extra: name === DRAWN,
        }),
      ),
    ),
  )
}

function ofSmoothness({ gap, theirs }: Measured): Sentence {
  return quoted(
    'smooth',
    parts.map((part) =>
      measure({
        what: `${part}: mean |θₜ − θₜ₋₁| of ${BAYES} minus that of ${theirs}`,
        side: 'below',
        values: gap(part, 'step', BAYES, theirs),
      }),
    ),
  )
}

function ofCloser({ coverage, gap, theirs }: Measured): Sentence {
  return quoted('closer', [
    measure({
      what: `|coverage − ${coverage}| after the last round, ${BAYES} minus ${theirs}`,
      side: 'below',
      values: gap(student, 'coverage error', BAYES, theirs),
    }),
    ...[DTACI, LEVELS].map((other) =>
      measure({
        what: `|coverage − ${coverage}| after the last round, ${DRAWN} minus ${other}`,
        side: 'below',
        values: gap(student, 'coverage error', DRAWN, other),
        extra: true,
      }),
    ),
  ])
}

function ofLess({ coverage, gap, theirs }: Measured): Sentence {
  const closer = (part: Law): number[] => gap(part, 'coverage error', theirs, BAYES)
  const normal = closer(gaussian)
  return quoted('less', [
    measure({
      what: `by how much ${BAYES} is closer to ${coverage} than ${theirs}: Student t₂ minus Gaussian`,
      side: 'above',
      values: closer(student).map((gain, r) => gain - normal[r]),
    }),
  ])
}

/** Two sentences with the same two numbers: one under Gaussian errors, one under heavy tails. */
function ofStable({ coverage, reading, gap, theirs }: Measured, id: 'gaussian' | 'robust'): Sentence {
  const law = id === 'gaussian' ? gaussian : student
  const numbers = {
    cumulative: { what: `mean |cumulative coverage − ${coverage}|`, name: 'cumulative' },
    rolling: { what: `root mean square of rolling coverage − ${coverage}`, name: 'wander' },
  }
  return quoted(
    id,
    Object.entries(numbers).map(([way, { what, name }]) =>
      measure({
        what: `${law}: ${what}, ${BAYES} minus ${theirs}`,
        side: 'below',
        values: gap(law, name, BAYES, theirs),
        extra: reading.stability !== way,
      }),
    ),
  )
}

function ofSelection(results: Results, reading: Reading): Sentence {
  return quoted(
    'selection',
    parts.map((part) => {
      const list = results[part].map(({ numbers }) => numbers)
      return selectionMeasure(`${part}, ${BAYES}, pinball loss`, list, `${BAYES} `, reading)
    }),
  )
}
