import ts from 'typescript'

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

/** What a probe is put around: the expression, or the statement that begins with it, lest the line before call it. */
function probed(node) {
  const start = node.getStart()
  let around = node
  for (let up = node; up && up.getStart() === start; up = up.parent)
    if (ts.isExpressionStatement(up)) around = up
  return { start, end: around.getEnd(), statement: ts.isExpressionStatement(around) }
}

/** Every change that can be made to one source: where, into what, and where a probe sees that it is reached. */
export function mutantsOf(path, text) {
  const found = []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const add = (node, replacement, reached = node) =>
    found.push({ path, start: node.getStart(), end: node.getEnd(), replacement, probe: probed(reached) })
  const visit = (node) => {
    // Types, imports and texts for people are no behaviour.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    if (ts.isThrowStatement(node) || ts.isTemplateExpression(node)) return
    if (ts.isBinaryExpression(node)) {
      const text = (side) => side.getText()
      const joinsText = [node.left, node.right].some((side) => /^[`'"]/.test(text(side)))
      const swap = joinsText ? undefined : SWAPS.get(node.operatorToken.kind)
      if (swap) add(node.operatorToken, swap, node)
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

/** A source in which each of its mutants, given with its number, sets `reached[number]` where it would be. */
export function withProbes(text, numbered) {
  const marks = numbered.flatMap(({ number, probe: { start, end, statement } }) => {
    const length = end - start
    // Of two that begin together the longer one opens first; of two that end together the shorter one closes first.
    return [
      {
        at: start,
        text: statement ? `{reached[${number}]=1;` : `(reached[${number}]=1,`,
        closes: 0,
        order: -length,
      },
      { at: end, text: statement ? '}' : ')', closes: 1, order: length },
    ]
  })
  marks.sort((a, b) => a.at - b.at || b.closes - a.closes || a.order - b.order)
  let out = ''
  let from = 0
  for (const mark of marks) {
    out += text.slice(from, mark.at) + mark.text
    from = mark.at
  }
  return out + text.slice(from)
}
