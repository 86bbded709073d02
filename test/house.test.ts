import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

const parse = (file: string, text = readFileSync(file, 'utf8')): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)

/** A page that is longer is seldom understood at once. */
const LONG = 60

it(`has at most 15 functions of more than ${LONG} lines`, () => {
  const files = readdirSync('packages', { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[a-z]+\/(?:src|client|assembly)\/.*\.tsx?$/.test(file))
    .filter((file) => !/\.test\.|testing|generated|\.d\.ts$/.test(file))
    .map((file) => `packages/${file}`)
  expect(files.length).toBeGreaterThan(700)
  const long = files.flatMap(longFunctions)
  expect(long.length, long.join('\n')).toBeLessThanOrEqual(15)
})

it('shows at most 120 names at the root of the library, each named', () => {
  const { statements } = parse('packages/core/src/doors/index.ts')
  const names = statements.filter(ts.isExportDeclaration).flatMap(({ exportClause, moduleSpecifier }) => {
    if (exportClause && ts.isNamedExports(exportClause))
      return exportClause.elements.map(({ name }) => name.text)
    throw new Error(`all of ${moduleSpecifier?.getText()} is exported`)
  })
  expect(names.length).toBeGreaterThan(50)
  expect(names.length).toBeLessThanOrEqual(120)
})

it('asks for at most 55 members of a loss, a panel, a score and a meta-learner', () => {
  const nouns = ['beliefs', 'loss', 'panel', 'score', 'metaLearner'].flatMap((name) =>
    parse(`packages/core/src/nouns/${name}.ts`).statements.filter(ts.isInterfaceDeclaration),
  )
  const counted = /^(?:Beliefs|Loss|Rule|Context|Panel|Score|MetaLearner|Round|Weights)$/
  const members = nouns.filter(({ name }) => counted.test(name.text)).map((noun) => noun.members.length)
  expect(members).toHaveLength(9)
  expect(members.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(55)
})

it.each(readdirSync('examples/adding'))('can still apply examples/adding/%s', (name) => {
  const { status, stderr } = spawnSync('git', ['apply', '--check', `examples/adding/${name}`], {
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
})

function longFunctions(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (text.split('\n').length <= LONG) return []
  const source = parse(file, text)
  const lineAt = (place: number): number => source.getLineAndCharacterOfPosition(place).line
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const lines = lineAt(node.end) - lineAt(node.getStart(source)) + 1
    if (lines <= LONG) return
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      found.push(`${file}:${lineAt(node.getStart(source)) + 1} ${lines} lines`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
