import { figure } from '@credence/charts'
import type { Claim, Verdict } from './claim.ts'
import { digits } from './digits.ts'
import type { Figure, Summary } from './experiment.ts'
import type { Table } from './table.ts'

export interface Chapter {
  readonly name: string
  readonly title: string
  readonly summary: Summary
}

export interface About {
  readonly command: string
  readonly seed: number
  readonly version: string
}

const verdicts: readonly Verdict[] = ['holds', 'holds in direction', 'not reproduced']

export function drawFigure({ name, caption, ...options }: Figure, experiment: string): string {
  return figure({ ...options, id: `${experiment}-${name}`, description: caption })
}

/** A page with one experiment: its figures, each claim beside what was measured, the files. */
export function chapterPage(chapter: Chapter, about: About): string {
  return document(chapter.title, [header(chapter.title, about), rule(), chapterBody(chapter, '')].join('\n'))
}

/** All experiments in one page, the claims first. */
export function reportPage(chapters: readonly Chapter[], about: About): string {
  const title = 'The paper’s claims, and what was measured'
  const body = [
    header(title, about),
    rule(),
    count(chapters),
    ...chapters.map(
      (chapter) =>
        `<section id="${chapter.name}"><h2>${html(chapter.title)}</h2>${chapterBody(chapter, `${chapter.name}/`)}</section>`,
    ),
  ]
  return document(title, body.join('\n'))
}

function header(title: string, { command, seed, version }: About): string {
  return `<h1>${html(title)}</h1>\n<p>Made by <code>${html(command)}</code>, seed ${seed}, Credence ${version}.</p>`
}

function rule(): string {
  return `<p><b>holds</b>: the 95 % confidence interval of the measured number lies on the claimed side;
<b>holds in direction</b>: only the mean does; <b>not reproduced</b>: not even the mean. Differences are paired by
replication. Where the paper’s word has no number («close», «several»), the number that stands for it is in the row.</p>`
}

function count(chapters: readonly Chapter[]): string {
  const row = (name: string, claims: readonly Claim[]): string =>
    `<tr><td>${name}</td>${verdicts.map((v) => `<td class="n">${claims.filter(({ verdict }) => verdict === v).length}</td>`).join('')}</tr>`
  const all = chapters.flatMap(({ summary }) => summary.claims)
  return `<table><tr><th>experiment</th>${verdicts.map((v) => `<th>${v}</th>`).join('')}</tr>
${chapters.map(({ name, title, summary }) => row(`<a href="#${name}">${html(title)}</a>`, summary.claims)).join('\n')}
${row('<b>all rows</b>', all)}</table>`
}

function chapterBody({ name, summary }: Chapter, folder: string): string {
  const { figures, claims, notes, tables, overview } = summary
  const drawn = figures.map(
    (one) =>
      `<figure>${drawFigure(one, name)}<figcaption>${html(one.caption)} <a href="${folder}${one.name}.svg">SVG</a> <a href="${folder}${one.name}.png">PNG</a></figcaption></figure>`,
  )
  const files = Object.keys(tables).map((table) => `<a href="${folder}${table}.csv">${table}.csv</a>`)
  return [
    ...notes.map((note) => `<p>${html(note)}</p>`),
    ...drawn,
    overviewTable(overview),
    claimsTable(claims),
    files.length > 0
      ? `<p>Numbers: ${files.join(', ')}, <a href="${folder}results.json">results.json</a></p>`
      : '',
  ].join('\n')
}

function overviewTable({ columns, rows }: Table): string {
  if (rows.length === 0) return ''
  const cell = (value: string | number): string =>
    `<td class="${/^[−\d–∞]/.test(String(value)) ? 'n' : ''}">${html(String(value))}</td>`
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`)
  return `<table><tr>${columns.map((name) => `<th>${html(name)}</th>`).join('')}</tr>\n${body.join('\n')}</table>`
}

function claimsTable(claims: readonly Claim[]): string {
  if (claims.length === 0) return ''
  const head = [
    'the paper says',
    'measured',
    'claimed',
    'found',
    'standard error',
    '95 % interval',
    'n',
    'verdict',
  ]
  let before = ''
  const rows = claims.map((one) => {
    const { says, measured, verdict, estimate } = one
    const quote = says === before ? '' : html(says)
    before = says
    const cells = [
      claimedSide(one),
      digits(estimate.mean),
      digits(estimate.error),
      interval(one),
      String(estimate.n),
    ]
    return `<tr><td>${quote}</td><td>${html(measured)}</td>${cells.map((c) => `<td class="n">${c}</td>`).join('')}<td class="${verdict.replace(/ /g, '-')}">${verdict}</td></tr>`
  })
  return `<table class="claims"><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr>\n${rows.join('\n')}</table>`
}

export function claimedSide({ side, than }: Claim): string {
  return `${side === 'above' ? '>' : '<'} ${digits(than)}`
}

function interval({ estimate: { low, high } }: Claim): string {
  return Number.isFinite(low) ? `${digits(low)} … ${digits(high)}` : '–'
}

function html(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title>
<style>
body { font: 15px/1.5 Inter, system-ui, sans-serif; max-width: 1240px; margin: 2rem auto; padding: 0 1rem; color: #222 }
h1, h2 { line-height: 1.2 }
h2 { margin-top: 3rem }
figure { margin: 1.5rem 0 }
figure svg { max-width: 100%; height: auto }
figcaption { color: #555; font-size: 14px; max-width: 70ch }
table { border-collapse: collapse; font-size: 14px; margin: 1rem 0 }
th, td { text-align: left; vertical-align: top; padding: 4px 10px; border-bottom: 1px solid #ddd }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
.claims td:first-child { max-width: 26ch }
.claims td:nth-child(2) { max-width: 44ch }
.holds { color: #00664b; font-weight: 600 }
.holds-in-direction { color: #8a5a00; font-weight: 600 }
.not-reproduced { color: #b03a00; font-weight: 600 }
</style>
<body>
${body}
</body>
</html>
`
}
