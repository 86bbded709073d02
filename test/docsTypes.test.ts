import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { blocks, pages, root } from './markdown.ts'

/** Every TypeScript block of README and docs compiles as strictly as a careful user's project: one program over all pages. */

const shown = pages.filter((page) => page !== 'CONTRIBUTING.md' && blocks(page, 'ts').length > 0)

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  types: ['node'],
}

/** What a test runner brings. */
const AROUND = 'declare function it(promise: string, check: () => void): void\n'

/** The blocks of each page build on each other: they are one file. `//=>` checks are comments here. */
const files = new Map(
  shown.map((page) => {
    const code = blocks(page, 'ts').join('\n')
    return [`${root}packages/cli/${page.replace(/[/.]/g, '-')}.ts`, `${AROUND}${code}\nexport {}\n`]
  }),
)

const host = ts.createCompilerHost(options)
const { fileExists, readFile, getSourceFile } = host
host.fileExists = (file) => files.has(file) || fileExists(file)
host.readFile = (file) => files.get(file) ?? readFile(file)
host.getSourceFile = (file, version) => {
  const text = files.get(file)
  return text === undefined ? getSourceFile(file, version) : ts.createSourceFile(file, text, version)
}
const program = ts.createProgram([...files.keys()], options, host)

describe.each([...files.keys()].map((file, i) => [shown[i] as string, file] as const))(
  '%s',
  (_page, file) => {
    it('shows code that compiles under strict', () => {
      const source = program.getSourceFile(file)
      expect(source).toBeDefined()
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      expect(found.map(sentence)).toEqual([])
    })
  },
)

function sentence({ file, start = 0, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n')
  const line = file?.text.slice(0, start).split('\n').length ?? 0
  return `${file?.text.split('\n')[line - 1]}: ${text}`
}
