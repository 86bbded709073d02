import { describe, expect, it } from 'vitest'
import { columns, fixture, gap } from '../../core/test/fixtures.ts'
import { credenceRun, type Line } from './credence.ts'

/** The traces of the R package opera, from a recipe and a CSV to lines of JSON; see core/test/fixtures/opera. */

type Trace = Readonly<Record<string, string>>

function manifest(suffix: string): Trace[] {
  const [head, ...lines] = fixture(`opera/manifest${suffix}.csv`).trim().split('\n')
  const names = (head as string).split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i] as string, cell])))
}

/** The stream as one CSV: y, the forecasts x1 …, and the activations a1 … where there are any. */
function csvOf(stream: string): { csv: string; size: number; awake: boolean } {
  const { rows } = columns(fixture(`opera/inputs/${stream}.csv`))
  const size = (rows[0] as Float64Array).length - 2
  const awake = stream === 'sleepy'
  const activations = awake ? columns(fixture(`opera/inputs/${stream}_awake.csv`)).rows : []
  const names = (letter: string): string[] => Array.from({ length: size }, (_, k) => `${letter}${k + 1}`)
  const head = ['y', ...names('x'), ...(awake ? names('a') : [])].join(',')
  const lines = rows.map((row, t) =>
    [...row.slice(1), ...(awake ? (activations[t] as Float64Array).slice(1) : [])].join(','),
  )
  return { csv: [head, ...lines].join('\n'), size, awake }
}

function recipeOf(trace: Trace, size: number, awake: boolean): object {
  const names = (letter: string): string[] => Array.from({ length: size }, (_, k) => `${letter}${k + 1}`)
  if (trace.model === 'Ridge') {
    const ridge = { kind: 'conjugate', priorVariance: 1 / Number(trace.lambda), priorMean: 1 / size }
    return {
      target: 'y',
      features: names('x'),
      prepare: { scale: 'none', intercept: false },
      experts: [ridge],
    }
  }
  const losses = {
    square: 'squared',
    absolute: 'absolute',
    pinball: { kind: 'pinball', level: Number(trace.tau) },
  }
  return {
    task: 'experts',
    target: 'y',
    experts: [{ kind: 'external', columns: names('x'), ...(awake ? { awake: names('a') } : {}) }],
    loss: losses[trace.loss as keyof typeof losses],
    score: trace.gradient === 'TRUE' ? 'gradient' : 'point',
    meta: metaOf(trace),
    ...(trace.prior === 'uniform' ? {} : { prior: trace.prior?.split(' ').map(Number) }),
  }
}

function metaOf({ model, opera, eta, alpha }: Trace): object {
  const kinds: Record<string, object> = {
    EWA: { kind: 'ewa', rate: Number(eta) },
    FS: { kind: 'fixed-share', rate: Number(eta), share: Number(alpha) },
    BOA: { kind: 'boa', form: opera === '1.2.0' ? 'doubling' : 'second-order' },
    MLpol: { kind: 'mlpol' },
    MLprod: { kind: 'mlprod' },
    MLewa: { kind: 'mlewa' },
    OGD: { kind: 'simplex-ogd', decay: Number(alpha) },
  }
  return kinds[model as string] as object
}

describe.each(['', '-boa120'])('credence run against opera%s', (suffix) => {
  const traces = manifest(suffix).filter(({ note }) => !note?.includes('chosen online'))
  it.each(traces.map((trace) => [trace.trace as string, trace] as const))('%s', async (name, trace) => {
    const { csv, size, awake } = csvOf(trace.stream as string)
    const lines = await credenceRun(recipeOf(trace, size, awake), { csv })
    const expected = columns(fixture(`opera/predictions/${trace.stream}${suffix}.csv`)).column(
      name.slice((trace.stream as string).length + 1),
    )
    expect(lines).toHaveLength(expected.length)
    const worst = Math.max(...expected.map((value, t) => gap((lines[t] as Line).mean as number, value)))
    expect(worst).toBeLessThan(1e-9)
  })
})
