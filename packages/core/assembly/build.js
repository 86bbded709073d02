import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Folders of sources, and the module that each is compiled into. */
const GENERATED = {
  gp: '../src/gp/generated/kernels.ts',
  memories: '../src/conformal/generated/kernels.ts',
}

/** The sources of a folder by name. */
function sourcesOf(folder) {
  const here = new URL(`./${folder}/`, import.meta.url)
  const names = readdirSync(here).filter((name) => name.endsWith('.ts'))
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(new URL(name, here), 'utf8')]))
}

/** A digest of the sources of a folder: it shows whether they are those that were compiled, without compiling them. */
export function digestOf(folder) {
  return createHash('sha256')
    .update(JSON.stringify(sourcesOf(folder)))
    .digest('hex')
}

/** Compiles the kernels of a folder and returns the wasm bytes. */
export async function compile(folder) {
  // The compiler takes seconds to load.
  const { default: asc } = await import('assemblyscript/asc')
  const sources = sourcesOf(folder)
  let bytes
  const { error, stderr } = await asc.main(
    [
      'index.ts',
      '-O3',
      '--converge',
      '--noAssert',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      '--outFile',
      'out.wasm',
    ],
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

/** The generated module for the wasm bytes of a folder. */
export function render(folder, bytes) {
  // Two digits a byte compress to four fifths of what base64 does, whose digits are parts of bytes.
  const digits = Buffer.from(bytes).toString('hex')
  return `/** Made by assembly/build.js from sources with the SHA-256 ${digestOf(folder)}; do not edit. */\nexport const kernels: string =\n  '${digits}'\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [folder, generated] of Object.entries(GENERATED)) {
    const bytes = await compile(folder)
    writeFileSync(new URL(generated, import.meta.url), render(folder, bytes))
    console.log(`${folder}: ${bytes.length} bytes`)
  }
}
