import { readdirSync } from 'node:fs'

/** Every door of the package, by the name that a program imports. */
export const doors: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {}

for (const file of readdirSync(new URL('../src/doors/', import.meta.url))) {
  const name = file.replace('.ts', '')
  Object.assign(doors, {
    [name === 'index' ? 'credence' : `credence/${name}`]: await import(`../src/doors/${name}.ts`),
  })
}
