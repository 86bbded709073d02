import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

/** A program of the random tests as one file that any Node runs, in a folder of its own. */
export async function bundled(program) {
  const folder = mkdtempSync(join(tmpdir(), `credence-${program}-`))
  const outfile = join(folder, `${program}.mjs`)
  await build({
    entryPoints: [new URL(`../packages/core/test/fuzz/${program}.ts`, import.meta.url).pathname],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
  })
  return { folder, outfile }
}
