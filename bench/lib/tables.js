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
    const place = new RegExp(`(<!-- ${title} -->\n)[^]*?(<!-- end -->)`)
    if (!place.test(text)) console.error(`docs/${name} has no place for «${title}»`)
    text = text.replace(place, `$1\n${table}\n\n$2`)
  }
  writeFileSync(page, text)
}
