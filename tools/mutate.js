// npm run mutate [-- --sample 100 --seed 1 --only engine]: how many small changes of the sources do the tests notice?
//
// Each mutant is one change of one operator, constant or condition in the files below. It is killed if a test that
// belongs to its folder fails. Works on a copy of the repository, and prints the survivors.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import ts from 'typescript'

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})

/** What is mutated, and the tests that watch it. */
const TARGETS = [
  [
    'packages/core/src/aggregate',
    [
      'packages/core/test/theorems',
      'packages/core/test/errors',
      'packages/core/test/lateness',
      'packages/core/test/ledger',
      'packages/core/test/save',
      'packages/core/test/hostile',
    ],
  ],
  [
    'packages/core/src/ledger',
    [
      'packages/core/test/ledger',
      'packages/core/test/shifting',
      'packages/core/test/theorems',
      'packages/core/test/hostile',
    ],
  ],
  [
    'packages/core/src/meta',
    ['packages/core/src/meta', 'packages/core/test/opera', 'packages/core/test/theorems'],
  ],
  [
    'packages/core/src/conformal',
    ['packages/core/src/conformal', 'packages/core/test/conformal', 'packages/core/test/hostile'],
  ],
  ['packages/core/src/save', ['packages/core/test/save', 'packages/core/test/hostile']],
  [
    'packages/core/src/live',
    [
      'packages/core/src/live',
      'packages/core/test/lateness',
      'packages/core/test/save',
      'packages/core/test/hostile',
    ],
  ],
]

const { SyntaxKind } = ts
/** Operators and what they become. */
const SWAPS = new Map([
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '/'],
  [SyntaxKind.SlashToken, '*'],
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
  [SyntaxKind.PlusEqualsToken, '-='],
  [SyntaxKind.PlusPlusToken, '--'],
])

/** Every change that can be made to one source: where, and into what. */
function mutantsOf(path, text) {
  const found = []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const add = (node, replacement) =>
    found.push({ path, start: node.getStart(), end: node.getEnd(), replacement })
  const visit = (node) => {
    // Types, imports and texts for people are no behaviour.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    if (ts.isThrowStatement(node) || ts.isTemplateExpression(node)) return
    if (ts.isBinaryExpression(node)) {
      const text = (side) => side.getText()
      const joinsText = [node.left, node.right].some((side) => /^[`'"]/.test(text(side)))
      const swap = joinsText ? undefined : SWAPS.get(node.operatorToken.kind)
      if (swap) add(node.operatorToken, swap)
    } else if (ts.isPostfixUnaryExpression(node) && ts.isExpressionStatement(node.parent)) {
      add(node, `${node.operand.getText()}${node.operator === SyntaxKind.PlusPlusToken ? '--' : '++'}`)
    } else if (ts.isNumericLiteral(node) && !ts.isPropertyAssignment(node.parent)) {
      add(node, Number(node.text) === 0 ? '1' : '0')
    } else if (ts.isIfStatement(node)) {
      add(node.expression, 'true')
      add(node.expression, 'false')
    } else if (ts.isReturnStatement(node) && node.expression && ts.isIdentifier(node.expression)) {
      if (/^(true|false)$/.test(node.expression.text))
        add(node.expression, node.expression.text === 'true' ? 'false' : 'true')
    } else if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
      add(node, ';')
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const root = fileURLToPath(new URL('..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'credence-mutants-'))
for (const name of [
  'packages',
  'package.json',
  'vitest.config.ts',
  'vitest.setup.ts',
  'tsconfig.base.json',
  'README.md',
  'docs',
  'examples',
]) {
  if (existsSync(join(root, name)))
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (from) => !/node_modules|\/dist(\/|$)/.test(from),
    })
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

let state = Number(values.seed) >>> 0
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 4294967296
}
const all = TARGETS.filter(([folder]) => folder.includes(values.only)).flatMap(([folder, tests]) =>
  readdirSync(join(copy, folder), { recursive: true })
    .map((name) => join(copy, folder, String(name)))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => mutantsOf(path, readFileSync(path, 'utf8')).map((mutant) => ({ ...mutant, tests }))),
)
const chosen = []
const rest = [...all]
while (chosen.length < Number(values.sample) && rest.length > 0) {
  chosen.push(rest.splice(Math.floor(random() * rest.length), 1)[0])
}

const run = (tests) =>
  spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--bail', '1', '--testTimeout', '20000', ...tests],
    {
      cwd: copy,
      timeout: 240_000,
      encoding: 'utf8',
      env: { ...process.env, FC_NUM_RUNS: '20' },
    },
  )
// A mutant is killed by a test that passes without it.
for (const tests of new Set(chosen.map(({ tests }) => tests))) {
  const { status, stdout } = run(tests)
  if (status === 0) continue
  rmSync(copy, { recursive: true })
  throw new Error(`the tests fail as they are:\n${stdout}`)
}
let killed = 0
const survivors = []
for (const [i, { path, start, end, replacement, tests }] of chosen.entries()) {
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.slice(0, start) + replacement + text.slice(end))
  const { status } = run(tests)
  writeFileSync(path, text)
  const line = text.slice(0, start).split('\n').length
  const what = `${relative(copy, path)}:${line}: ${text.slice(start, end).slice(0, 60).replaceAll('\n', ' ')} → ${replacement}`
  if (status === 0) survivors.push(what)
  else killed++
  console.log(`${i + 1}/${chosen.length} ${status === 0 ? 'SURVIVED' : 'killed'} ${what}`)
}
rmSync(copy, { recursive: true })
const share = ((100 * killed) / chosen.length).toFixed(1)
console.log(`${killed} of ${chosen.length} killed: ${share} % (of ${all.length} possible)`)
for (const survivor of survivors) console.log(`  ${survivor}`)
