// What typedoc is told beyond typedoc.json: titles and groups of pages, in the order of docs/README.md; doors by the names that
// programs import; and at the root only the values that can be imported from there.
import { readFileSync } from 'node:fs'
import { Converter, ReflectionKind } from 'typedoc'

/** Group and place of each page: its section and line in the table of contents. */
function contents() {
  const text = readFileSync(new URL('../../docs/README.md', import.meta.url), 'utf8')
  const places = new Map()
  let group = ''
  for (const line of text.split('\n')) {
    group = /^## (.*)$/.exec(line)?.[1] ?? group
    const page = /^- \[(.*)\]\(([\w-]+\.md)\)$/.exec(line)
    if (!page || group === '') continue
    places.set(page[2], { title: page[1].replaceAll('`', ''), group, order: places.size })
  }
  return places
}

const MODULES = [
  [/^core\/src$/, 'credence'],
  [/^core\/src\/doors\//, 'credence/'],
  [/^(\w+)\/src$/, '@credence/$1'],
]

const VALUES = ReflectionKind.Function | ReflectionKind.Variable | ReflectionKind.Class

/** Of the root's `export type *` typedoc lists functions too; as values they have doors of their own. */
function removeTypesOfValues(project, root, exported) {
  for (const child of [...(root?.children ?? [])]) {
    const target = child.isReference() ? child.getTargetReflectionDeep() : child
    if (target.kindOf(VALUES) && !exported.includes(child.name)) project.removeReflection(child)
  }
}

/** @param {import('typedoc').Application} app */
export async function load(app) {
  const exported = Object.keys(await import('credence'))
  const places = contents()
  const placeOf = ({ name }) => places.get(`${name}.md`)
  const order = (page) => placeOf(page)?.order ?? places.size
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const modules = project.getReflectionsByKind(ReflectionKind.Module)
    for (const module of modules)
      for (const [pattern, name] of MODULES) module.name = module.name.replace(pattern, name)
    removeTypesOfValues(
      project,
      modules.find(({ name }) => name === 'credence'),
      exported,
    )
    const rank = ({ name }) => (name === 'credence' ? 0 : name.startsWith('credence/') ? 1 : 2)
    const inOrder = (a, b) => order(a) - order(b) || rank(a) - rank(b)
    project.documents?.sort(inOrder)
    project.childrenIncludingDocuments?.sort(inOrder)
    for (const document of project.documents ?? []) {
      const place = placeOf(document)
      if (!place) continue
      document.name = place.title
      document.frontmatter.group = place.group
      document.relevanceBoost = 100 // pages before names in the search
    }
  })
}
