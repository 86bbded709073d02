import { describe, expect, it } from 'vitest'
import { plainBackend, wasmBackend } from '../src/gp/fast/backend.ts'
import { inputs, worstMeanError } from './gpUnitNoise.ts'

/** The oracle takes seconds at 1000 points; the plain path, which agrees bit for bit, is asked at fewer. */
const cases = (windows: readonly number[]) =>
  Object.keys(inputs).flatMap((path) => windows.map((window) => ({ path, window })))

describe.each([
  ['wasm', wasmBackend()!, cases([100, 175, 250, 500, 1000])],
  ['plain', plainBackend, cases([100, 250])],
] as const)('on the %s path, noise² = 1e-6, targets with noise 1', (_name, backend, all) => {
  it.each(all)('the mean keeps 8 digits: $path, W = $window', ({ path, window }) => {
    expect(worstMeanError(backend, window, path, window < 500 ? 20 : 2)).toBeLessThan(1e-8)
  })
})
