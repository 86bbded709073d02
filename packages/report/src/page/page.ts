import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Series } from '../series.ts'
import type { RunSummary } from '../summary.ts'
import { chartsOf, type DrawnChart } from './charts.ts'
import { groupsSection } from './groups.ts'
import { calibrationFigure } from './histogram.ts'
import { cards, columnsNote, escapeHtml, expertsTable, warningsList } from './sections.ts'
import { STYLE } from './style.ts'

export interface PageOptions {
  /** What the run was: the recipe and the data, in a few words. */
  readonly title: string
  /** A second line: when, with which version. */
  readonly subtitle?: string
}

/** A run as one page that needs no network: charts that zoom, numbers, warnings at the top. */
export function reportPage(summary: RunSummary, options: PageOptions): Promise<string> {
  const charts = chartsOf(summary)
  const figures = `${charts.length > 0 ? tools() : ''}\n${charts.map(figure).join('\n')}`
  const main = `${warningsList(summary)}${cards(summary)}
${figures}
${calibrationFigure(summary)}${groupsSection(summary)}${expertsTable(summary)}${columnsNote(summary)}`
  return pageOf(main, summary.series, charts, options)
}

/** A page around charts of a series, with all that it needs inside. */
export async function pageOf(
  main: string,
  { t, width }: Pick<Series, 't' | 'width'>,
  charts: readonly DrawnChart[],
  { title, subtitle }: PageOptions,
): Promise<string> {
  const require = createRequire(import.meta.url)
  const [script, style, client] = await Promise.all([
    readFile(require.resolve('uplot/dist/uPlot.iife.min.js'), 'utf8'),
    readFile(require.resolve('uplot/dist/uPlot.min.css'), 'utf8'),
    readFile(clientScript(), 'utf8'),
  ])
  const drawn = { t, width, charts: charts.map(lines) }
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>${escapeHtml(title)}</title><style>${style}${STYLE}</style></head><body>
<header><div><h1>${escapeHtml(title)}</h1><p class="soft">${escapeHtml(subtitle ?? '')}</p></div><button id="theme" type="button">Light or dark</button></header>
<main>${main}</main>
<script type="application/json" id="drawn">${asScript(JSON.stringify(drawn))}</script>
<script>${asScript(script)}</script><script type="module">${asScript(client.replace(/^\/\/# sourceMappingURL=.*$/m, ''))}</script>
</body></html>
`
}

/** The compiled script stands beside the compiled pages; sources find it there too. */
function clientScript(): URL {
  const source = import.meta.url.endsWith('.ts')
  return new URL(source ? '../../dist/client/client.js' : '../client/client.js', import.meta.url)
}

/** What the script needs of a chart: the words are in the page already. Rounded to what a picture can show. */
function lines({ id, lines, bands, range }: DrawnChart): object {
  const rounded = lines.map((line) => ({ ...line, values: line.values.map(short) }))
  return { id, lines: rounded, bands, ...(range ? { range } : {}) }
}

function short(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(6))
}

export function figure({ id, title, says }: DrawnChart): string {
  return `<section><h2 id="${id}-title">${escapeHtml(title)}</h2><figure><div class="chart" id="${id}" tabindex="0" role="group" aria-labelledby="${id}-title" aria-describedby="${id}-says"></div><figcaption id="${id}-says">${escapeHtml(says)}</figcaption></figure></section>`
}

/** Buttons for what all charts show. */
export function tools(): string {
  const button = (key: string, says: string): string =>
    `<button type="button" data-key="${key}">${says}</button>`
  return `<div class="tools" role="group" aria-label="What all charts show">${button('+', 'Zoom in')}${button('-', 'Zoom out')}${button('ArrowLeft', '← Earlier')}${button('ArrowRight', 'Later →')}${button('0', 'Whole run')}</div><p class="soft">Drag across a chart to zoom, double-click to see the whole run; or the keys + − ← → 0 on a chart.</p>`
}

/** Nothing inside may end the element it stands in. */
function asScript(text: string): string {
  return text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--')
}
