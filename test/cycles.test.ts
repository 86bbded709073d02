import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

const VALUES = /^(?:import|export|\})(?! type\b).* from '(\.[^']+)'/gm
const VALUES_AND_TYPES = /^(?:import|export|\}).* from '(\.[^']+)'/gm

it.each(readdirSync('packages'))('has no circle of imports in packages/%s', (name) => {
  expect(circlesIn(name, VALUES)).toEqual([])
})

/** Two files that need each other to be understood are one file, or lack a third. */
it.each(['cli'])('has no circle in packages/%s, not even of types', (name) => {
  expect(circlesIn(name, VALUES_AND_TYPES)).toEqual([])
})

function circlesIn(name: string, pattern: RegExp): string[] {
  const imports = importsIn(`packages/${name}/src`, pattern)
  return [...imports.keys()].flatMap((file) => circleFrom(file, imports))
}

function importsIn(root: string, pattern: RegExp): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  )
  return new Map(
    files.map((file) => {
      const found = readFileSync(join(root, file), 'utf8').matchAll(pattern)
      return [file, Array.from(found, ([, to]) => normalize(join(dirname(file), to as string)))]
    }),
  )
}

/** The shortest way from a file back to itself; told once, by the first of its files. */
function circleFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): string[] {
  const ways = (imports.get(start) ?? []).map((to) => [start, to])
  const seen = new Set<string>()
  for (const way of ways) {
    const last = way.at(-1) as string
    if (last === start) return way.every((file) => file >= start) ? [way.join(' → ')] : []
    if (seen.has(last)) continue
    seen.add(last)
    for (const to of imports.get(last) ?? []) ways.push([...way, to])
  }
  return []
}
