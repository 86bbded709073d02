import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import type { AnyOptions, Option } from '../src/base/options.ts'

/** What an editor shows of an option, from the interface; and what a schema shows, from the declaration. */

interface Doc {
  readonly about: string
  readonly usual: string | undefined
}

interface Interface {
  readonly bases: readonly string[]
  readonly members: ReadonlyMap<string, Doc>
}

const root = new URL('../src/', import.meta.url).pathname
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('generated'),
)
/** By name; two folders may each have one. */
const interfaces = new Map<string, Interface[]>()
const declarations: { readonly file: string; readonly name: string; readonly of: string }[] = []
for (const file of files) read(file)

function read(file: string): void {
  const text = readFileSync(join(root, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement)) {
      const known = interfaces.get(statement.name.text) ?? []
      interfaces.set(statement.name.text, [...known, interfaceOf(statement)])
    }
    if (!ts.isVariableStatement(statement) || !statement.modifiers) continue
    for (const { name, type } of statement.declarationList.declarations) {
      const of = /^(?:Options|Declared)<(?:Partial<)?(\w+)/.exec(type?.getText() ?? '')?.[1]
      if (of !== undefined) declarations.push({ file, name: name.getText(), of })
    }
  }
}

function interfaceOf(node: ts.InterfaceDeclaration): Interface {
  const bases = (node.heritageClauses ?? []).flatMap(({ types }) =>
    types.map((type) => /^(?:Partial<)?(\w+)/.exec(type.getText())?.[1] ?? ''),
  )
  const members = node.members.map((member): [string, Doc] => {
    const [doc] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc)
    const usual = doc?.tags?.find(({ tagName }) => tagName.text === 'default')?.comment
    return [member.name?.getText() ?? '', { about: plain(doc?.comment), usual: usual && plain(usual) }]
  })
  return { bases, members: new Map(members) }
}

function plain(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  return (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ').trim()
}

function docOf(name: string, option: string): Doc | undefined {
  const found = interfaces.get(name) ?? []
  const own = found.map(({ members }) => members.get(option)).find(Boolean)
  const bases = found.flatMap((each) => each.bases)
  return own ?? bases.map((base) => docOf(base, option)).find(Boolean)
}

function usualOf({ default: usual, absent }: Option): string | undefined {
  if (absent !== undefined) return absent
  return typeof usual === 'string' ? `'${usual}'` : usual === undefined ? undefined : String(usual)
}

describe.each(declarations)('$name of $file', ({ file, name, of }) => {
  it('says of every option what its doc comment says', async () => {
    const module = (await import(join(root, file))) as Record<string, AnyOptions | AnyOptions['declared']>
    const found = module[name] as AnyOptions
    const declared = (found.declared ?? found) as AnyOptions['declared']
    for (const [option, given] of Object.entries(declared)) {
      const doc = docOf(of, option)
      expect([option, doc?.about]).toEqual([option, given.about])
      const usual = usualOf(given)
      // Words for what is left out are free, numbers and names are not.
      if (/^('|[\d.-]+$|true$|false$|null$)/.test(usual ?? '')) {
        expect([option, doc?.usual]).toEqual([option, usual])
      }
    }
  })
})

it('finds the declarations', () => expect(declarations.length).toBeGreaterThan(30))
