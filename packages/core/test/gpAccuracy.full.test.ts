import { describe, expect, it } from 'vitest'
import { full } from '../../../test/full.ts'
import { plainBackend, wasmBackend } from '../src/gp/fast/backend.ts'
import { inputs, worstMeanError } from './gpUnitNoise.ts'

const backends = { wasm: wasmBackend()!, plain: plainBackend }

describe.each(Object.entries(backends))(
  'on the %s path, noise² = 1e-6, targets with noise 1',
  (_name, backend) => {
    it.each(full(Object.keys(inputs), 1))('the mean keeps 8 digits at every window up to 60: %s', (path) => {
      for (const window of [1, 2, 3, 4, 5, 7, 8, 11, 14, 20, 27, 41, 60]) {
        expect(worstMeanError(backend, window, path, 40)).toBeLessThan(1e-8)
      }
    })
  },
)
