/** Signs of money that may stand before or after an amount. */
const MONEY = '$€£¥₹'
const AFTER = `${MONEY}%`

/**
 * A number without what people write around it: `$1,234.50`, `-€5`, `12 %` and `(1,234)`, which is a debt.
 *
 * The sign of percent is dropped, and the number stays as it is written: 12 % is 12. Any other text comes back as it is.
 */
export function unmarked(text: string): string {
  const last = text.length - 1
  if (text[0] === '(' && text[last] === ')') return `-${unmarked(text.slice(1, -1).trim())}`
  const sign = text[0] === '-' || text[0] === '+' ? text[0] : ''
  if (last > sign.length && MONEY.includes(text[sign.length]))
    return `${sign}${text.slice(sign.length + 1).trimStart()}`
  return last > 0 && AFTER.includes(text[last]) ? text.slice(0, -1).trimEnd() : text
}
