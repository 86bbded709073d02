import { misfit } from '../../base/save/shape.ts'
import { counter, floats, type ModelShape, shape, shapeBy, whole, withIssued } from '../../base/shape.ts'
import type { Description } from '../../nouns/model.ts'
import type { CoverageCertificate } from '../diagnostics/certificate.ts'
import type { CoverageState } from '../diagnostics/coverage.ts'
import type { Band, BandContext, BandRound, Thresholds } from '../intervals/band.ts'
import { clip } from './clip.ts'
import { LEVEL, MemoryCalibration } from './fast/memoryCalibration.ts'
import type { MemoryState } from './fast/memoryState.ts'
import { governedCertificate } from './governedCertificate.ts'
import type { MemoryOptions } from './memoryOptions.ts'

/** What a forecast was issued with. Plain data. */
export interface MemoryIssued {
  series: number
  time: number
  readonly record: Float64Array
}

/** The default of `conformal`: memories under a governed level. */
export class MemoryBand implements Band<MemoryState, MemoryIssued> {
  readonly coverage: number
  readonly experts: number
  readonly description: Description
  readonly calibration: MemoryCalibration
  readonly init: ModelShape<MemoryState, MemoryIssued>
  readonly #series: number
  readonly #past: Float64Array

  /**
   * @param past scores of a warm start, of the upper side
   * @param series how many there are at first
   */
  constructor(options: MemoryOptions, past: Float64Array, series = 1) {
    const calibration = new MemoryCalibration(options)
    this.calibration = calibration
    this.coverage = options.coverage
    this.experts = options.ends * calibration.experts
    this.description = { ...options, sizes: [...options.sizes], periods: [...options.periods], series }
    this.#series = series
    this.#past = past
    // Groups that come later make more series.
    const states = shapeBy<MemoryState>(
      (state, path) => calibration.of(seriesIn(state, path)),
      () => this.#begin(),
    )
    this.init = withIssued(states, ({ governors }) =>
      shape<MemoryIssued>({
        series: whole(0, governors.length - 1),
        time: counter,
        record: floats(calibration.recordLength),
      }),
    )
  }

  #begin(): MemoryState {
    const state = this.calibration.init(this.#series)
    // As rounds whose intervals were infinite: they are remembered, and nothing else.
    for (let series = 0; series < this.#series; series++) {
      this.#past.forEach((score, time) => {
        this.calibration.remember(state, series, time, clip(score))
      })
    }
    return state
  }

  thresholds(_state: MemoryState, { record }: MemoryIssued, _context: BandContext, out: Thresholds): void {
    for (let end = 0; end < out.given.length; end++) out.given[end] = this.calibration.given(record, 0, end)
    for (let end = 0; end < out.given.length; end++) out.atMean[end] = out.given[end]
  }

  issue(
    state: MemoryState,
    { series, time, scoreOf, offset }: BandContext,
    spare?: MemoryIssued,
  ): MemoryIssued {
    const issued = spare ?? { series, time, record: new Float64Array(this.calibration.recordLength) }
    issued.series = series
    issued.time = time
    this.calibration.issue(state, series, time, issued.record, 0, scoreOf, offset)
    return issued
  }

  /** Every finite score can be learnt. */
  refusal(): undefined {
    return undefined
  }

  settle(
    state: MemoryState,
    { series, time, record }: MemoryIssued,
    units: Float64Array,
    missed: boolean,
    out: BandRound | null,
    residual?: number,
  ): void {
    if (out) {
      this.calibration.describe(state, series, record, 0, units[0], out)
      out.expectedMiss = missed ? 1 : 0
      out.waits = record[LEVEL] === 0
    }
    this.calibration.settle(state, series, time, record, 0, units[0], missed, residual)
  }

  certificate(state: MemoryState, coverage: CoverageState, slack?: number): CoverageCertificate {
    return governedCertificate(this.calibration.governor, state.governors, coverage, slack)
  }
}

function seriesIn(state: unknown, path: string): number {
  const { governors } = (state ?? {}) as Partial<MemoryState>
  if (governors instanceof Float64Array && governors.length > 0) return governors.length
  return misfit(`${path}.governors`, 'a Float64Array of one number or more', governors)
}
