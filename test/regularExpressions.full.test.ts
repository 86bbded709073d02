import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkSync } from 'recheck'
import ts from 'typescript'
import { expect, it } from 'vitest'

const root = new URL('../', import.meta.url)

/** Parts of patterns that are made while the program runs, by file: what they may be there. */
const PARTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'packages/core/src/stream/localNumber.ts': {
    group: ['', '|\\d{1,3}(?:[,]\\d{3})+', "|\\d{1,3}(?:['\u2019]\\d{3})+"],
    decimal: [',', '.'],
  },
}

interface Pattern {
  readonly file: string
  readonly source: string
  readonly flags: string
}

/** All regular expressions of the sources, those built from constants of their file among them. */
function patterns(): Pattern[] {
  const listed = execFileSync('git', ['ls-files', 'packages/*/src/*.ts', 'tools/*.js', 'bench/*.js'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = listed.trim().split('\n')
  const own = (file: string): boolean => !file.endsWith('.test.ts')
  return files.filter(own).flatMap(patternsOf)
}

function patternsOf(file: string): Pattern[] {
  const tree = ts.createSourceFile(
    file,
    readFileSync(new URL(file, root), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const constants = new Map<string, readonly string[]>(Object.entries(PARTS[file] ?? {}))
  const found: Pattern[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isStringLiteralLike(node.initializer))
      constants.set(node.name.getText(), [node.initializer.text])
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const text = node.getText()
      const end = text.lastIndexOf('/')
      found.push({ file, source: text.slice(1, end), flags: text.slice(end + 1) })
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [pattern, flags] = node.arguments ?? []
      for (const source of textsOf(pattern as ts.Expression, constants))
        found.push({ file, source, flags: flags ? (textsOf(flags, constants)[0] as string) : '' })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** What an expression of constants may be; an error for any other. */
function textsOf(node: ts.Expression, constants: ReadonlyMap<string, readonly string[]>): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isIdentifier(node) && constants.has(node.text)) return [...(constants.get(node.text) ?? [])]
  if (!ts.isTemplateExpression(node))
    throw new Error(`${node.getSourceFile().fileName}: what may ${node.getText()} be? Name it in PARTS`)
  return node.templateSpans.reduce(
    (texts, { expression, literal }) =>
      texts.flatMap((text) => textsOf(expression, constants).map((part) => text + part + literal.text)),
    [node.head.text],
  )
}

/** Patterns that were checked, a line each: the checker takes half a minute for them all, so `npm test` checks new ones. */
const CHECKED = new URL('alarms/regularExpressions.txt', import.meta.url)

/** What is wrong with a pattern, or undefined. */
function slowness({ file, source, flags }: Pattern): string | undefined {
  // The checker's other backends are programs of their own.
  process.env.RECHECK_BACKEND = 'pure'
  const found = checkSync(source, flags, { timeout: 60_000, checker: 'automaton' })
  if (found.status === 'safe') return undefined
  return `${file}: /${source}/${flags} ${found.status === 'vulnerable' ? found.complexity.summary : found.status}`
}

it('has no regular expression that takes more than linear time', { timeout: 300_000 }, async () => {
  const each = new Map(
    patterns().map((pattern) => [JSON.stringify([pattern.source, pattern.flags]), pattern]),
  )
  expect(each.size).toBeGreaterThan(100)
  const checked = new Set(process.env.FULL ? [] : readFileSync(CHECKED, 'utf8').trimEnd().split('\n'))
  const toCheck = [...each].filter(([text]) => !checked.has(text))
  expect(toCheck.flatMap(([, pattern]) => slowness(pattern) ?? [])).toEqual([])
  if (process.env.FULL)
    await expect(`${[...each.keys()].sort().join('\n')}\n`).toMatchFileSnapshot(fileURLToPath(CHECKED))
})
