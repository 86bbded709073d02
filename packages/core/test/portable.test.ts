import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const entry = resolve(root, 'src/doors/index.ts')

/** What Node or a browser has and the other, or a worker, may lack. */
const foreign = [
  ...['process', 'Buffer', 'require', 'module', '__dirname', '__filename', 'global', 'setImmediate'],
  ...['window', 'document', 'navigator', 'localStorage', 'sessionStorage', 'alert', 'Deno', 'Bun'],
  ...['XMLHttpRequest', 'HTMLElement', 'location', 'history', 'screen', 'requestAnimationFrame'],
]

async function bundle(source: string, options: { define?: Record<string, string>; plugins?: Plugin[] } = {}) {
  const { outputFiles, warnings } = await build({
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    alias: { credence: entry },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'silent',
    ...options,
  })
  expect(warnings).toEqual([])
  return outputFiles[0].text
}

describe('the core package', () => {
  it('depends on nothing', () => {
    const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))
    expect(manifest.dependencies ?? {}).toEqual({})
    expect(manifest.peerDependencies ?? {}).toEqual({})
    expect(manifest.optionalDependencies ?? {}).toEqual({})
    expect(manifest.sideEffects).toBe(false)
  })

  it('imports nothing but itself, and reads no global of Node or of a page', async () => {
    const doors = readdirSync(resolve(root, 'src/doors')).map((file) => `./src/doors/${file}`)
    const all = ["'credence'", ...doors.map((door) => JSON.stringify(door))]
      .map((door, i) => `export * as door${i} from ${door}`)
      .join('\n')
    // A definition replaces a name only where it is free: an option called `window` stays.
    const names = [...foreign, ...foreign.map((name) => `globalThis.${name}`)]
    const define = Object.fromEntries(names.map((name) => [name, `foreign_${name.replace('.', '_')}`]))
    const code = await bundle(all, { define })
    expect(Array.from(new Set(code.match(/foreign_\w+/g) ?? []))).toEqual([])
    expect(code).not.toMatch(/["']node:/)
  })

  it('would be caught if it did', async () => {
    const source = `import { readFileSync } from 'node:fs'; export const a = readFileSync`
    await expect(bundle(source)).rejects.toThrow(/node:fs/)
    const code = await bundle('export const a = (window) => process.pid + window', {
      define: { process: 'foreign_process', window: 'foreign_window' },
    })
    expect(code).toContain('foreign_process')
    expect(code).not.toContain('foreign_window')
  })

  it('gives one loss for under 1 kB', async () => {
    const source = `export { squared } from 'credence'`
    const code = await bundle(source)
    expect(code).toContain('squared')
    expect(code.length).toBeLessThan(1000)
  })
})
