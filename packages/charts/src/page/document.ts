import { THEMED } from '../themed.ts'
import { PAGE, TOKENS } from './theme.ts'

/** Text between tags of HTML. */
export function html(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

/**
 * A page that stands alone, without scripts.
 *
 * @param what the words beside the name
 * @param style what this page adds to the style of all pages
 */
export function documentOf(title: string, what: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title>
<style>
${TOKENS}${PAGE}${THEMED}${style}</style>
<body><main class="page">
<div class="top"><b>Credence</b><span class="what">${html(what)}</span></div>
${body}
</main></body>
</html>
`
}
