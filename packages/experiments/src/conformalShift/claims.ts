import { type Claim, claim } from '../claim.ts'
import type { Result, Results } from '../experiment.ts'
import { BAYES, type ConformalSettings, DRAWN, DTACI, type Law, LEVELS, parts } from './settings.ts'

/** What was measured at one coverage, by the distribution of errors. */
interface Measured {
  readonly coverage: number
  each(part: Law, value: (n: Result['numbers']) => number): number[]
  gap(part: Law, what: string, a: string, b: string): number[]
}

const [student, gaussian] = parts

export function claims({ coverage }: ConformalSettings, results: Results): Claim[] {
  const each: Measured['each'] = (part, value) => results[part].map(({ numbers }) => value(numbers))
  const gap: Measured['gap'] = (part, what, a, b) => each(part, (n) => n[`${a} ${what}`] - n[`${b} ${what}`])
  const measured = { coverage, each, gap }
  return [...ofCoverage(measured), ...ofErrors(measured), ...ofHardSelection(measured)]
}

/** Coverage that approaches its level, smoothly. */
function ofCoverage({ coverage, each, gap }: Measured): Claim[] {
  return [
    ...parts.flatMap((part) =>
      [BAYES, DRAWN].map((name) =>
        claim({
          says: 'in both error settings, the cumulative coverage of Bayes-DtACI approaches the nominal level',
          measured: `${part}: |coverage − ${coverage}| of ${name} after the last round (approaches: below 0.02)`,
          side: 'below',
          than: 0.02,
          values: each(part, (n) => n[`${name} coverage error`]),
        }),
      ),
    ),
    ...parts.map((part) =>
      claim({
        says: 'its rolling coverage responds smoothly to changes in residual scale',
        measured: `${part}: mean |θₜ − θₜ₋₁| of ${BAYES} minus that of ${DTACI}`,
        side: 'below',
        values: gap(part, 'step', BAYES, DTACI),
      }),
    ),
  ]
}

/** Beside DtACI, under Student-t and under Gaussian errors. */
function ofErrors({ coverage, gap }: Measured): Claim[] {
  return [
    ...[BAYES, DRAWN].flatMap((ours) =>
      [DTACI, LEVELS].map((theirs) =>
        claim({
          says: 'under Student-t errors, Bayes-DtACI maintains cumulative coverage closer to the target than DtACI',
          measured: `|coverage − ${coverage}| of ${ours} minus that of ${theirs}`,
          side: 'below',
          values: gap(student, 'coverage error', ours, theirs),
        }),
      ),
    ),
    claim({
      says: 'the difference is less pronounced under Gaussian errors',
      measured: `by how much ${BAYES} is closer to ${coverage} than ${DTACI}: Student t₂ minus Gaussian`,
      side: 'above',
      values: gap(student, 'coverage error', DTACI, BAYES).map(
        (gain, r) => gain - gap(gaussian, 'coverage error', DTACI, BAYES)[r],
      ),
    }),
    ...[DTACI, LEVELS].map((theirs) =>
      claim({
        says: 'under Gaussian errors Bayes-DtACI again exhibits slightly more stable coverage',
        measured: `root mean square of rolling coverage − ${coverage}, ${BAYES} minus ${theirs}`,
        side: 'below',
        values: gap(gaussian, 'wander', BAYES, theirs),
      }),
    ),
    claim({
      says: 'smoothing the ACI update improves robustness to large conformity scores',
      measured: `Student t₂: root mean square of rolling coverage − ${coverage}, ${BAYES} minus ${DTACI}`,
      side: 'below',
      values: gap(student, 'wander', BAYES, DTACI),
    }),
  ]
}

/** Beside follow-the-leader. */
function ofHardSelection({ coverage, gap }: Measured): Claim[] {
  return [
    ...parts.flatMap((part) =>
      [DTACI, BAYES].flatMap((name) => [
        claim({
          says: 'the aggregate is more stable than hard expert selection',
          measured: `${part}: mean |θₜ − θₜ₋₁| of ${name} minus that of follow-the-leader`,
          side: 'below',
          values: gap(part, 'step', name, `${name} hard`),
        }),
        claim({
          says: 'the aggregate is more stable than hard expert selection',
          measured: `${part}: root mean square of rolling coverage − ${coverage}, ${name} minus follow-the-leader`,
          side: 'below',
          values: gap(part, 'wander', name, `${name} hard`),
        }),
      ]),
    ),
  ]
}
