/**
 * A figure for a page that may be dark: no ground of its own, ink and grid of the page, colours lifted in the dark.
 *
 * What a picture file needs stays in the attributes; the style beside them wins where a browser reads it.
 */
export function themed(svg: string): string {
  return svg
    .split('<')
    .filter((tag, i, tags) => !isGround(tag) || tags.findIndex(isGround) !== i)
    .join('<')
    .replace(/(stroke|fill)="(#[0-9a-fA-F]{6})"/g, (found, kind: string, color: string) => {
      const role = ROLES[color.toLowerCase()]
      return `${found} style="${kind}:${role ? `var(${role})` : `color-mix(in srgb,${color} var(--keep,100%),#fff)`}"`
    })
}

/** The white rectangle behind a figure. By pieces: a pattern that looks for its end from every start is quadratic. */
function isGround(tag: string): boolean {
  return tag.startsWith('rect ') && tag.includes('fill="#ffffff"/>')
}

const ROLES: Readonly<Record<string, string>> = {
  '#000000': '--ink',
  '#222222': '--ink',
  '#555555': '--muted',
  '#dddddd': '--grid',
}

/** What a page adds to its style sheet for themed figures: in the dark a colour keeps 52 % of itself. */
export const THEMED: string = `:root[data-theme="dark"] { --keep: 52%; }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { --keep: 52%; } }
`
