import { expect, it } from 'vitest'
import { bestBackend, plainBackend } from './backend.ts'

it('uses the kernels where the host has WebAssembly SIMD', () => {
  expect(bestBackend()).not.toBe(plainBackend)
})
