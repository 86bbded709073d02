import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile, render } from '../../../assembly/build.js'
import { wasmBytes } from '../../base/wasmBytes.ts'
import { kernels } from '../generated/kernels.ts'
import { bestBackend, plainBackend } from './backend.ts'

it('ships the bytes that its sources compile to', async () => {
  const bytes = await compile('gp')
  expect(wasmBytes(kernels)).toEqual(Uint8Array.from(bytes))
  const file = readFileSync(new URL('../generated/kernels.ts', import.meta.url), 'utf8')
  expect(file).toBe(render(bytes))
})

it('uses the kernels where the host has WebAssembly SIMD', () => {
  expect(bestBackend()).not.toBe(plainBackend)
})
