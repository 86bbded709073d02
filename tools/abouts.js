// npm run abouts: writes the sentences about options for the schema of recipes.
import { readFileSync, writeFileSync } from 'node:fs'
import { optionDocs } from './optionDocs.js'

const target = new URL('../packages/recipe/src/generated/abouts.ts', import.meta.url)

/** The file as it must be. */
export function abouts() {
  const inCode = {}
  const inRecipes = {}
  for (const { file, name, docs } of optionDocs()) {
    if (name !== undefined) add(file.startsWith('kinds/') ? inRecipes : inCode, name, docs)
  }
  // A recipe takes what `kinds` declares, which may differ from what code takes by the same name.
  for (const [name, options] of Object.entries(inRecipes)) inCode[name] = { ...inCode[name], ...options }
  const sorted = Object.fromEntries(
    Object.keys(inCode)
      .sort()
      .map((name) => [name, inCode[name]]),
  )
  return `// Made of the doc comments of option interfaces by \`npm run abouts\`: change those.
export const ABOUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(sorted, null, 2)}
`
}

function add(all, name, docs) {
  for (const [option, { about }] of Object.entries(docs)) {
    all[name] ??= {}
    all[name][option] ??= about
    if (all[name][option] !== about) throw new Error(`${name}.${option} has two sentences`)
  }
}

/** The file as it is. */
export function written() {
  return readFileSync(target, 'utf8')
}

if (import.meta.main ?? process.argv[1] === new URL(import.meta.url).pathname) writeFileSync(target, abouts())
