import { describe, expect, it } from 'vitest'
import { plainBackend, wasmBackend } from '../src/gp/backend.ts'
import { inputs, worstMeanError } from './gpUnitNoise.ts'

const cases = Object.keys(inputs).flatMap((path) =>
  [100, 175, 250, 500, 1000].map((window) => ({ path, window })),
)

describe.each([
  ['wasm', wasmBackend()!],
  ['plain', plainBackend],
] as const)('on the %s path, noise² = 1e-6, targets with noise 1', (_name, backend) => {
  it.each(cases)('the mean keeps 8 digits: $path, W = $window', ({ path, window }) => {
    expect(worstMeanError(backend, window, path, window < 500 ? 25 : 3)).toBeLessThan(1e-8)
  })
})
