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

/** Every change that can be made to one source: where, and into what. */
export function mutantsOf(path, text) {
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
