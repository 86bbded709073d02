import { describe, expect, it } from 'vitest'
import { columns, fixture, gap } from '../../core/test/fixtures.ts'
import { credenceRun, type Line } from './credence.ts'

/** DtACI and Bayes-DtACI from a recipe and a CSV to lines of JSON; see core/test/fixtures/conformal. */

const cases = JSON.parse(fixture('conformal/manifest.json')).cases.map((entry: { case: string } | string) =>
  typeof entry === 'string' ? entry : entry.case,
) as string[]

interface BayesParams {
  readonly eta: number[]
  readonly tau: number[]
  readonly gamma: number
  readonly sigma: number
  readonly lookback: number
  readonly psi_init: number
}

interface Settings {
  readonly input: string
  readonly coverage: number
  readonly groups: Record<string, { readonly columns: readonly string[] }>
  readonly params: {
    readonly gibbs: {
      gamma_grid: number[]
      sigma: number
      eta: number
      eta_lookback: number
      theta_init: number
    }
    readonly bayes?: BayesParams
  }
}

async function thresholds(name: string, recipe: object): Promise<number[]> {
  const { input, coverage } = JSON.parse(fixture(`conformal/${name}.json`)) as Settings
  const csv = fixture(`conformal/${input}`)
  const lines = await credenceRun(
    { task: 'conformal', target: 'y', forecast: 'pred', coverage, ...recipe },
    { csv },
  )
  return lines.map((line: Line) => line.threshold as number)
}

function worst(actual: readonly number[], expected: readonly number[]): number {
  expect(actual.length).toBe(expected.length)
  return Math.max(...expected.map((value, t) => gap(actual[t] as number, value)))
}

const rolling = (window: number, start: number): object => ({
  kind: 'rolling',
  window,
  start,
  numerator: 'dtaci',
  moment: 'squared-mean',
})

const settingsOf = (name: string): Settings => JSON.parse(fixture(`conformal/${name}.json`))

describe('credence run', () => {
  it.each(cases)('follows the authors’ DtACI on thresholds: %s', async (name) => {
    const { gamma_grid, sigma, eta, eta_lookback, theta_init } = settingsOf(name).params.gibbs
    const trace = columns(fixture(`conformal/${name}.gibbs.csv`))
    const experts = [{ kind: 'aci', learningRate: gamma_grid, start: theta_init }]
    const fixed = await thresholds(name, { experts, meta: { kind: 'fixed-share', rate: eta, share: sigma } })
    expect(worst(fixed, trace.column('dt_theta_fixed'))).toBeLessThan(1e-9)
    const meta = { kind: 'fixed-share', rate: rolling(eta_lookback, eta), share: sigma }
    const adaptive = await thresholds(name, { experts, meta })
    expect(worst(adaptive, trace.column('dt_theta_adaptive'))).toBeLessThan(1e-9)
  })

  const bayesian = cases.filter((name) => settingsOf(name).groups.bayes)
  it.each(bayesian)('follows the 40-digit Bayes-DtACI: %s', async (name) => {
    const { eta, tau, gamma, sigma, lookback, psi_init } = settingsOf(name).params.bayes as BayesParams
    const trace = columns(fixture(`conformal/${name}.bayes.csv`))
    const experts = [{ kind: 'bayes-aci', learningRate: eta, spread: tau, start: psi_init }]
    const fixed = await thresholds(name, {
      experts,
      meta: { kind: 'fixed-share', rate: gamma, share: sigma },
    })
    expect(worst(fixed, trace.column('bayes_dtaci_fixed'))).toBeLessThan(1e-9)
    const meta = { kind: 'fixed-share', rate: rolling(lookback, gamma), share: sigma }
    const adaptive = await thresholds(name, { experts, meta })
    expect(worst(adaptive, trace.column('bayes_dtaci_adaptive'))).toBeLessThan(1e-9)
  })
})

describe('the presets of conformal inference', () => {
  it.each([
    'bayes-dtaci',
    'dtaci',
    'aci',
    'agaci',
    'sf-ogd',
    'saocp',
    'pid',
    'decaying',
    'betting',
    'universal',
    'eci',
    'cop',
  ])('%s covers about as often as asked', async (preset) => {
    const lines = await credenceRun(
      { preset, target: 'y', forecast: 'pred' },
      { csv: fixture('conformal/stationary.input.csv') },
    )
    const covered = lines.filter(({ covered }) => covered).length / lines.length
    expect(covered).toBeGreaterThan(0.83)
    expect(covered).toBeLessThan(0.97)
  })
})
