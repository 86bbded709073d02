import { ArgumentError } from '../base/errors.ts'
import type { ConformalModel } from './conformalModel.ts'
import type { ConformalState } from './conformalState.ts'
import type { CoverageState } from './diagnostics/coverage.ts'
import { type Coverage, coverageView } from './diagnostics/coverageView.ts'
import { overlapSlack } from './intervals/overlaps.ts'

/** How well the intervals of a conformal state cover, at the i-th coverage asked for. Plain data, as of now. */
export function coverageOf<Forecast>(
  { plan }: ConformalModel<Forecast>,
  state: ConformalState,
  i: number,
): Coverage {
  const band = plan.bands[i]
  const coverage = diagnosticsOf(state)[i]
  const slack = state.overlaps ? overlapSlack(state.overlaps) : 0
  return coverageView(band.coverage, coverage, band.certificate(state.bands[i], coverage, slack))
}

export function diagnosticsOf({ coverage }: ConformalState): readonly CoverageState[] {
  if (coverage) return coverage
  throw new ArgumentError('coverage is not kept: this was made with diagnostics: false', 'not-kept')
}
