/** Ask for their notice to be kept, some for a word on what was changed, and for nothing else. */
const NOTICE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Under MPL-2.0, which asks for the source of its files where they were changed: we neither change nor bundle these. */
const UNCHANGED = /^(axe-core|(@resvg\/resvg-js|lightningcss)(-[a-z0-9-]+)?)$/

/** Under CC-BY-3.0, which asks for its authors to be named: docs/forecast.md does. */
const NAMED = /^date-holidays$/

/** Their manifest names a file. The words of that file, read by us, are those of this licence. */
const READ = { 'spawndamnit@3.0.1': 'MIT' }

/** Whether a package may be used under what its manifest says, shipped or not. */
export function allowed(name, version, licence) {
  const said = READ[`${name}@${version}`] ?? licence
  const free = (id) =>
    NOTICE.has(id) || (id === 'MPL-2.0' && UNCHANGED.test(name)) || (id === 'CC-BY-3.0' && NAMED.test(name))
  try {
    return permits(said, free)
  } catch {
    return false
  }
}

/**
 * Reads an SPDX expression: AND binds tighter than OR; of OR one side is enough, of AND both are needed. «A WITH B» is a
 * licence of its own. Throws where the text is no such expression.
 */
function permits(expression, free) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  const joined = (operator, part, join) => {
    let value = part()
    while (tokens[at] === operator) {
      at++
      value = join(part(), value)
    }
    return value
  }
  const either = () => joined('OR', both, (a, b) => a || b)
  const both = () => joined('AND', one, (a, b) => a && b)
  const id = () => {
    const token = tokens[at++] ?? ''
    if (!/^[A-Za-z0-9.+:-]+$/.test(token) || /^(AND|OR|WITH)$/.test(token)) throw new SyntaxError(expression)
    return token
  }
  const one = () => {
    if (tokens[at] === '(') {
      at++
      const value = either()
      if (tokens[at++] !== ')') throw new SyntaxError(expression)
      return value
    }
    const licence = id()
    if (tokens[at] !== 'WITH') return free(licence)
    at++
    return free(`${licence} WITH ${id()}`)
  }
  const value = either()
  if (at < tokens.length) throw new SyntaxError(expression)
  return value
}
