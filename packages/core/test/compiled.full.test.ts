import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile, digestOf, render } from '../assembly/build.js'
import { wasmBytes } from '../src/base/wasmBytes.ts'
import { kernels as memories } from '../src/conformal/generated/kernels.ts'
import { kernels as gp } from '../src/gp/generated/kernels.ts'

describe.each([
  ['gp', gp, '../src/gp/generated/kernels.ts'],
  ['memories', memories, '../src/conformal/generated/kernels.ts'],
] as const)('the kernels of %s', (folder, kernels, path) => {
  const file = readFileSync(new URL(path, import.meta.url), 'utf8')

  it('were compiled from the sources that are here: `node packages/core/assembly/build.js` does it', () => {
    expect(file).toContain(digestOf(folder))
  })

  it.runIf(process.env.FULL)('are the bytes that the sources compile to', async () => {
    const bytes = await compile(folder)
    expect(wasmBytes(kernels)).toEqual(Uint8Array.from(bytes))
    expect(file).toBe(render(folder, bytes))
  })
})
