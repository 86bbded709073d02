import { expect, it } from 'vitest'
import { startKernels } from './kernels.ts'

it('uses the kernels where the host has WebAssembly SIMD', () => {
  expect(startKernels()).not.toBeNull()
})
