import { readFileSync } from 'node:fs'

export interface Group {
  readonly text: string
  readonly items: readonly { readonly text: string; readonly link: string }[]
}

/** The groups of the table of contents, docs/README.md: the one place that names and orders the pages. */
export function contents(): Group[] {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const groups: { text: string; items: { text: string; link: string }[] }[] = []
  for (const line of text.split('\n')) {
    const group = /^## (.*)$/.exec(line)?.[1]
    if (group !== undefined) groups.push({ text: group, items: [] })
    const page = /^- \[(.*)\]\(([\w-]+)\.md\)$/.exec(line)
    if (page)
      groups.at(-1)?.items.push({ text: (page[1] as string).replaceAll('`', ''), link: `/${page[2]}` })
  }
  return groups.filter(({ items }) => items.length > 0)
}

/** The pages for a program that reads: https://llmstxt.org. */
export function llms(version: string): string {
  const lists = contents().map(
    ({ text, items }) =>
      `## ${text}\n\n${items.map((item) => `- [${item.text}](${item.link.slice(1)}.md)`).join('\n')}\n`,
  )
  return `# Credence ${version}\n\n> Predict on a data stream with honest uncertainty, without tuning: adaptive Bayesian online learning and forecasting in TypeScript, at a shell, behind HTTP and from Python.\n\n${lists.join('\n')}`
}
