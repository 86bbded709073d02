import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

/** Folders of sources, and the module that each is compiled into. */
const GENERATED = {
  gp: '../src/gp/generated/kernels.ts',
  memories: '../src/conformal/generated/kernels.ts',
}

/** Compiles the kernels of a folder and returns the wasm bytes. */
export async function compile(folder) {
  const here = new URL(`./${folder}/`, import.meta.url)
  const sources = Object.fromEntries(
    readdirSync(here)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [name, readFileSync(new URL(name, here), 'utf8')]),
  )
  let bytes
  const { error, stderr } = await asc.main(
    ['index.ts', '-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--outFile', 'out.wasm'],
    {
      readFile: (name) => sources[name] ?? null,
      writeFile: (_name, contents) => {
        bytes = contents
      },
      listFiles: () => [],
    },
  )
  if (error || !bytes) throw new Error(`${error?.message}\n${stderr}`)
  return bytes
}

/** The generated module for some wasm bytes. */
export function render(bytes) {
  // Two digits a byte compress to four fifths of what base64 does, whose digits are parts of bytes.
  const digits = Buffer.from(bytes).toString('hex')
  return `/** Made by assembly/build.js from the sources beside it; do not edit. */\nexport const kernels: string =\n  '${digits}'\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [folder, generated] of Object.entries(GENERATED)) {
    const bytes = await compile(folder)
    writeFileSync(new URL(generated, import.meta.url), render(bytes))
    console.log(`${folder}: ${bytes.length} bytes`)
  }
}
