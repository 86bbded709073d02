import { figure } from '@credence/charts'
import { type Claim, type ClaimGroup, groupClaims } from './claim.ts'
import { digits } from './digits.ts'
import type { Figure, Summary } from './experiment.ts'
import type { Table } from './table.ts'

export interface Chapter {
  readonly name: string
  readonly title: string
  /** Where the paper has it. */
  readonly section: string
  readonly sources: readonly { readonly name: string; readonly url: string }[]
  readonly summary: Summary
}

export interface About {
  readonly command: string
  readonly seed: number
  readonly version: string
}

/** Kinds of files in which a figure is written, the one that needs no renderer first. */
export const FORMATS: readonly string[] = ['svg', 'png']

export function drawFigure({ name, caption, ...options }: Figure, experiment: string): string {
  return figure({ ...options, id: `${experiment}-${name}`, description: caption })
}

/** A page with one experiment: each claim with its verdict, the figures, the files. */
export function chapterPage(chapter: Chapter, about: About, formats: readonly string[] = FORMATS): string {
  const body = [header(chapter.title, about), inShort([chapter]), rule(), chapterBody(chapter, '', formats)]
  return document(chapter.title, body.join('\n'))
}

/** All experiments in one page, in short first. */
export function reportPage(
  chapters: readonly Chapter[],
  about: About,
  formats: readonly string[] = FORMATS,
): string {
  const title = 'The paper’s claims, and what was measured'
  const body = [
    header(title, about),
    inShort(chapters),
    rule(),
    ...chapters.map(
      (chapter) =>
        `<section id="${chapter.name}"><h2>${html(chapter.title)}</h2>${chapterBody(chapter, `${chapter.name}/`, formats)}</section>`,
    ),
  ]
  return document(title, body.join('\n'))
}

function header(title: string, { command, seed, version }: About): string {
  return `<h1>${html(title)}</h1>\n<p>Made by <code>${html(command)}</code>, seed ${seed}, Credence ${version}.
The paper: <cite>Adaptive Bayesian Online Learning via Expert Aggregation</cite> (Jun &amp; Ohn, 2026).</p>`
}

function rule(): string {
  return `<details><summary>How a claim is judged</summary><p>A sentence of the paper is made into one number per replication.
<b>holds</b>: the 95 % confidence interval of that number lies on the claimed side; <b>not reproduced</b>: it lies on the other side;
<b>inconclusive</b>: it contains the threshold, or there is a single replication. A claim with several rows holds <b>in part</b> where
some of them hold. Differences are paired by replication. Where the paper’s word has no number («close», «several»), the number that
stands for it is in the row.</p></details>`
}

const VERDICTS: readonly ClaimGroup['verdict'][] = ['holds', 'in part', 'inconclusive', 'not reproduced']

/** How many claims came out how, by experiment. */
function inShort(chapters: readonly Chapter[]): string {
  const groups = chapters.map(({ summary }) => groupClaims(summary.claims))
  const cells = (claims: readonly ClaimGroup[]): string =>
    VERDICTS.map(
      (v) => `<td class="n">${claims.filter(({ verdict }) => verdict === v).length || '–'}</td>`,
    ).join('')
  const rows = chapters.map(
    ({ name, title }, i) =>
      `<tr><th scope="row"><a href="#${name}">${html(title)}</a></th>${cells(groups[i])}</tr>`,
  )
  const all = `<tr><th scope="row">all ${groups.flat().length} claims</th>${cells(groups.flat())}</tr>`
  const head = VERDICTS.map((v) => `<th scope="col" class="n">${badge(v)}</th>`).join('')
  return `<section aria-labelledby="short"><h2 id="short">In short</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Verdicts by experiment"><table><thead><tr><th scope="col">experiment</th>${head}</tr></thead><tbody>${rows.join('\n')}
${chapters.length > 1 ? all : ''}</tbody></table></div></section>`
}

function chapterBody(
  { name, section, sources, summary }: Chapter,
  folder: string,
  formats: readonly string[],
): string {
  const links = (figure: string): string =>
    formats.map((format) => `<a href="${folder}${figure}.${format}">${format.toUpperCase()}</a>`).join(' ')
  const { figures, claims, notes, tables, overview } = summary
  const drawn = figures.map(
    (one) =>
      `<figure>${drawFigure(one, name)}<figcaption>${html(one.caption)} ${links(one.name)}</figcaption></figure>`,
  )
  const files = Object.keys(tables).map((table) => `<a href="${folder}${table}.csv">${table}.csv</a>`)
  const from = sources.map((source) => `<a href="${source.url}">${html(source.name)}</a>`)
  return [
    `<p class="soft">In the paper: ${html(section)}.${from.length > 0 ? ` Data: ${from.join(', ')}.` : ''}</p>`,
    ...notes.map((note) => `<p>${html(note)}</p>`),
    claimsList(claims),
    ...drawn,
    overviewTable(overview),
    files.length > 0
      ? `<p>Numbers: ${files.join(', ')}, <a href="${folder}results.json">results.json</a></p>`
      : '',
  ].join('\n')
}

function badge(verdict: ClaimGroup['verdict']): string {
  return `<span class="${verdict.replace(/ /g, '-')}">${verdict}</span>`
}

/** One line for each sentence of the paper; its rows are folded beneath. */
function claimsList(claims: readonly Claim[]): string {
  const items = groupClaims(claims).map(({ says, rows, verdict }) => {
    const holding = rows.filter((row) => row.verdict === 'holds').length
    const count = rows.length > 1 ? `<span class="soft">${holding} of ${rows.length} rows hold</span>` : ''
    return `<details class="claim"><summary>${badge(verdict)} ${html(says)} ${count}</summary>${rowsTable(rows)}</details>`
  })
  return items.join('\n')
}

function overviewTable({ columns, rows }: Table): string {
  if (rows.length === 0) return ''
  const cell = (value: string | number): string =>
    `<td class="${/^[−\d–∞]/.test(String(value)) ? 'n' : ''}">${html(String(value))}</td>`
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`)
  return `<details><summary>Numbers in a table</summary><div class="scroll" tabindex="0" role="region" aria-label="Numbers"><table><thead><tr>${columns.map((name) => `<th scope="col">${html(name)}</th>`).join('')}</tr></thead><tbody>\n${body.join('\n')}</tbody></table></div></details>`
}

function rowsTable(claims: readonly Claim[]): string {
  const head = ['measured', 'claimed', 'found', 'standard error', '95 % interval', 'n', 'verdict']
  const rows = claims.map((one) => {
    const { measured, verdict, estimate } = one
    const cells = [
      claimedSide(one),
      digits(estimate.mean),
      digits(estimate.error),
      interval(one),
      String(estimate.n),
    ]
    return `<tr><th scope="row">${html(measured)}</th>${cells.map((c) => `<td class="n">${c}</td>`).join('')}<td>${badge(verdict)}</td></tr>`
  })
  return `<div class="scroll" tabindex="0" role="region" aria-label="Rows of the claim"><table><thead><tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join('')}</tr></thead><tbody>\n${rows.join('\n')}</tbody></table></div>`
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
:root { color-scheme: light dark; --paper: #fff; --ink: #1d2530; --soft: #4a5868; --line: #d9dfe6; --link: #0b57a4; --good: #00664b; --part: #7a4f00; --open: #4a5868; --bad: #a83400 }
@media (prefers-color-scheme: dark) { :root { --paper: #11161d; --ink: #e8edf3; --soft: #a9b6c4; --line: #2f3a47; --link: #7fb2ff; --good: #6fd3ae; --part: #f0b968; --open: #a9b6c4; --bad: #ff9a75 } figure svg { background: #fff; border-radius: 6px } }
body { font: 15px/1.5 Inter, system-ui, sans-serif; max-width: 1240px; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--paper) }
h1, h2 { line-height: 1.2 }
h2 { margin-top: 3rem }
a { color: var(--link) }
.soft { color: var(--soft) }
figure { margin: 1.5rem 0 }
figure svg { max-width: 100%; height: auto }
figcaption { color: var(--soft); font-size: 14px; max-width: 70ch }
.scroll { overflow-x: auto; max-width: 100% }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
table { border-collapse: collapse; font-size: 14px; margin: 1rem 0 }
th, td { text-align: left; vertical-align: top; padding: 4px 10px; border-bottom: 1px solid var(--line); font-weight: 400 }
thead th { font-weight: 600 }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
summary { cursor: pointer; padding: .3rem 0 }
.claim { border-bottom: 1px solid var(--line) }
.holds, .in-part, .inconclusive, .not-reproduced { font-weight: 600; white-space: nowrap }
.holds { color: var(--good) } .in-part { color: var(--part) } .inconclusive { color: var(--open) } .not-reproduced { color: var(--bad) }
@media print { details > *:not(summary) { display: block } }
</style>
<body>
${body}
</body>
</html>
`
}
