import { readFileSync, writeFileSync } from 'node:fs'

const tables = []

/** Prints a table in Markdown, and keeps it for `writeTables`. */
export function printTable(title, head, rows) {
  const lines = [`| ${head.join(' | ')} |`, `|${head.map(() => ' --- |').join('')}`]
  for (const row of rows) lines.push(`| ${row.join(' | ')} |`)
  console.log(`\n${title}\n\n${lines.join('\n')}`)
  tables.push({ title, text: lines.join('\n') })
}

/**
 * With `--write`, puts each table printed so far into the first of some pages that has a place for it, between
 * `<!-- title -->` and `<!-- end -->`. Pages are named as from docs.
 */
export function writeTables(...names) {
  if (!process.argv.includes('--write')) return
  const left = new Map(tables.map(({ title, text }) => [title, text]))
  for (const name of names) {
    const page = new URL(`../../docs/${name}`, import.meta.url)
    let text = readFileSync(page, 'utf8')
    for (const [title, table] of left) {
      const mark = `<!-- ${title} -->\n`
      const start = text.indexOf(mark) + mark.length
      const end = text.indexOf('<!-- end -->', start)
      if (start < mark.length || end < 0) continue
      text = `${text.slice(0, start)}\n${table}\n\n${text.slice(end)}`
      left.delete(title)
    }
    writeFileSync(page, text)
  }
  for (const title of left.keys()) console.error(`docs/${names.join(', ')} has no place for «${title}»`)
}
