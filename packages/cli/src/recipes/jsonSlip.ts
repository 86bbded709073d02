/** What JSON is made of, at the start of a text. */
const TOKEN =
  /\s*(?:("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\["\\/bfnrtu])*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:])|([\w.+-]+|\S|$))/uy

const VALUE = 'a value'
const NAME = 'a name in double quotes'
const COLON = '":"'

/**
 * Where a text stops being JSON, and what is missing there: line 4: "," or "}" is missing before "experts".
 *
 * What an engine says of it differs from one to the next. Undefined where nothing is found.
 */
export function jsonSlip(text: string): string | undefined {
  const open: string[] = []
  const next = (): string => (open.length === 0 ? 'the end' : `"," or "${open.at(-1)}"`)
  let wanted = VALUE
  let mayClose = false
  TOKEN.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    const [, string, plain, mark, other] = TOKEN.exec(text) ?? []
    const token = string ?? plain ?? mark ?? other ?? ''
    if (token === '' && wanted === 'the end') return undefined
    const isValue = string !== undefined || plain !== undefined
    if (mark !== undefined && mark === open.at(-1) && (mayClose || wanted === next())) {
      open.pop()
      wanted = next()
    } else if (wanted === VALUE && (mark === '{' || mark === '[')) {
      open.push(mark === '{' ? '}' : ']')
      wanted = mark === '{' ? NAME : VALUE
      mayClose = true
      continue
    } else if (wanted === VALUE && isValue) wanted = next()
    else if (wanted === NAME && string !== undefined) wanted = COLON
    else if (wanted === COLON && mark === ':') wanted = VALUE
    else if (wanted === next() && mark === ',') wanted = open.at(-1) === '}' ? NAME : VALUE
    else {
      const at = TOKEN.lastIndex - token.length
      const line = text.slice(0, at).split('\n').length
      if (token === '"')
        return `line ${line}: a " is opened and not closed, or a mark in its text is not allowed`
      const found = token === '' ? 'the end of the file' : (string ?? `"${token}"`)
      if (wanted === 'the end') return `line ${line}: ${found} comes after the end`
      return `line ${line}: ${wanted} is missing before ${found}`
    }
    mayClose = false
  }
}
