// The sentences about options: the doc comments of the interfaces in core, which editors show.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export const root = new URL('../packages/core/src/', import.meta.url).pathname

/** Every declaration of options, with what the doc comments of its interface say of each. */
export function optionDocs() {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('generated'))
    .sort()
  const interfaces = []
  const declarations = []
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)
    for (const statement of source.statements) {
      if (ts.isInterfaceDeclaration(statement)) interfaces.push({ file, ...readInterface(statement) })
      if (ts.isVariableStatement(statement)) declarations.push(...readDeclarations(file, statement))
    }
  }
  return declarations.map((declaration) => ({
    ...declaration,
    docs: docsOf(interfaces, declaration.of, declaration.file),
  }))
}

function readDeclarations(file, { modifiers, declarationList }) {
  return declarationList.declarations.flatMap(({ name, type, initializer }) => {
    const of = /^(?:Options|Declared)<(?:Partial<)?(\w+)/.exec(type?.getText() ?? '')?.[1]
    if (of === undefined) return []
    const first = initializer && ts.isCallExpression(initializer) ? initializer.arguments[0] : undefined
    const named = first && ts.isStringLiteral(first) ? first.text : undefined
    return [{ file, constant: name.getText(), of, name: named, isExported: modifiers !== undefined }]
  })
}

function readInterface(node) {
  const bases = (node.heritageClauses ?? []).flatMap(({ types }) =>
    types.flatMap((type) => type.getText().match(/\w+/g) ?? []),
  )
  const members = node.members.map((member) => {
    const [doc] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc)
    const usual = doc?.tags?.find(({ tagName }) => tagName.text === 'default')?.comment
    return [member.name?.getText() ?? '', { about: plain(doc?.comment), usual: usual && plain(usual) }]
  })
  return { name: node.name.text, bases, members }
}

function plain(comment) {
  return (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ').trim()
}

/** The members of an interface and of those it extends; of two with one name that in the same file. */
function docsOf(interfaces, name, file) {
  const named = interfaces.filter((each) => each.name === name)
  const own = named.find((each) => each.file === file)
  const found = own ? [own] : named
  const inherited = found.flatMap((each) =>
    each.bases.filter((base) => base !== name).map((base) => docsOf(interfaces, base, each.file)),
  )
  return Object.assign({}, ...inherited, ...found.map(({ members }) => Object.fromEntries(members)))
}
