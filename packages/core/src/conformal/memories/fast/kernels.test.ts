import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile, render } from '../../../../assembly/build.js'
import { startKernels } from './kernels.ts'

it('ships the bytes that its sources compile to', async () => {
  const file = readFileSync(new URL('../../generated/kernels.ts', import.meta.url), 'utf8')
  expect(file).toBe(render(await compile('memories')))
})

it('uses the kernels where the host has WebAssembly SIMD', () => {
  expect(startKernels()).not.toBeNull()
})
