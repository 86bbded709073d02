import { readFileSync, writeFileSync } from 'node:fs'

const tables = []

/** Prints a table in Markdown, and keeps it for `writeTables`. */
export function printTable(title, head, rows) {
  const lines = [`| ${head.join(' | ')} |`, `|${head.map(() => ' --- |').join('')}`]
  for (const row of rows) lines.push(`| ${row.join(' | ')} |`)
  console.log(`\n${title}\n\n${lines.join('\n')}`)
  tables.push({ title, text: lines.join('\n') })
}

/** With `--write`, puts the tables printed so far into a page of docs, between `<!-- title -->` and `<!-- end -->`. */
export function writeTables(name) {
  if (!process.argv.includes('--write')) return
  const page = new URL(`../../docs/${name}`, import.meta.url)
  let text = readFileSync(page, 'utf8')
  for (const { title, text: table } of tables) {
    const mark = `<!-- ${title} -->\n`
    const start = text.indexOf(mark) + mark.length
    const end = text.indexOf('<!-- end -->', start)
    if (start < mark.length || end < 0) console.error(`docs/${name} has no place for «${title}»`)
    else text = `${text.slice(0, start)}\n${table}\n\n${text.slice(end)}`
  }
  writeFileSync(page, text)
}
