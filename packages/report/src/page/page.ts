import { readFile } from 'node:fs/promises'
import { drawPicture, MARKS, PAGE, type Picture, percentage, TOKENS } from '@credence/charts/page'
import { storyOf } from '../story.ts'
import type { RunSummary } from '../summary.ts'
import type { Board } from './board.ts'
import { classSections, hardestSection, latestSection } from './classes.ts'
import { drawBrush, drawTimeline, firstSpan, readout, viewOf } from './drawStretch.ts'
import type { Evidence } from './evidence.ts'
import { groupsSection } from './groups.ts'
import { escapeHtml, finding } from './html.ts'
import { keysBoard, keysSection } from './keysPage.ts'
import { numbersOf } from './numbers.ts'
import { evidenceOf } from './pictures.ts'
import {
  columnsSection,
  expertsSection,
  futureSection,
  warningsList,
  whenOf,
  worstSection,
} from './sections.ts'
import { type Stretch, spanText, stretchOf } from './stretch.ts'

export interface PageOptions {
  /** What the run was: the recipe and the data, in a few words. */
  readonly title: string
  /** A second line: when, with which version. */
  readonly subtitle?: string
  /** The command that makes this page again. */
  readonly command?: string
}

/** Widths at which a page is drawn before it is served; its script draws again at the true one. */
const WIDE = 1120
const HALF = 528

/** A run as one page that needs no network, and no script for its text and numbers. */
export function reportPage(summary: RunSummary, options: PageOptions): Promise<string> {
  const { sentence, note } = storyOf(summary)
  const numbers = numbersOf(summary)
  const evidence = evidenceOf(summary)
  const stretch = stretchOf(summary)
  const when = whenOf(summary)
  const board = keysBoard(summary)
  const main = `<h1>${escapeHtml(sentence)}</h1><p class="lede">${escapeHtml(note)}</p>
${warningsList(summary)}${numbers.html}${keysSection(board, summary)}${stretch ? stretchSection(stretch) : ''}${latestSection(summary, when)}
<div class="evidence">${inPairs([classSections(summary), ...evidence.map(drawnEvidence)], [futureSection(stretch), worstSection(summary, stretch), hardestSection(summary, when)], columnsSection(summary))}</div>
${groupsSection(summary)}${expertsSection(summary)}`
  return pageOf(
    main,
    {
      pictures: { ...numbers.pictures, ...byId(evidence) },
      ...(stretch ? { stretch } : {}),
      ...(board ? { board } : {}),
    },
    options,
  )
}

/** Two by two, so that neighbours are about as tall: pictures, then tables; what is short fills the gap between. */
function inPairs(pictures: readonly string[], tables: readonly string[], short: string): string {
  const there = (sections: readonly string[]): string[] => sections.filter((section) => section !== '')
  const drawn = there(pictures)
  const all =
    drawn.length % 2 === 1 ? [...drawn, short, ...there(tables)] : [...drawn, ...there(tables), short]
  return all.join('\n')
}

/** What the script of a page draws again. */
export interface Drawn {
  readonly pictures: Readonly<Record<string, Picture>>
  readonly stretch?: Stretch
  readonly board?: Board
}

export function byId(evidence: readonly Evidence[]): Readonly<Record<string, Picture>> {
  return Object.fromEntries(evidence.map(({ id, picture }) => [id, picture]))
}

export function drawnEvidence({ id, title, caption, picture }: Evidence): string {
  return finding(
    title,
    caption,
    `<div class="chart" data-picture="${id}">${drawPicture(picture, HALF)}</div>`,
  )
}

/** The last stretch row by row, over the whole run. @param title what is seen */
export function stretchSection(stretch: Stretch, title = 'Forecasts, outcomes and intervals'): string {
  const { spans, coverage, rows, future } = stretch
  const first = firstSpan(stretch, false)
  const view = viewOf(stretch, spans[first]?.rows ?? 0)
  const buttons = spans.map(
    ({ label, rows: size }, i) =>
      `<button type="button" data-span="${size}" aria-pressed="${i === first}">${label}</button>`,
  )
  const judged = rows.mean.some((value) => value !== null)
  const inner =
    (rows.innerLower ?? future?.innerLower) ? '<span><i class="m m-50"></i>50\u202f% interval</span>' : ''
  return `<section><div class="heading"><h2>${escapeHtml(title)}</h2><div class="tools" role="group" aria-label="How much is shown">${buttons.join('')}</div></div>
<p class="cap key"><span><i class="m m-dot"></i>outcome</span>${judged ? `<span><i class="m m-ring"></i>outcome outside the interval, as ${oneIn(coverage)} should be</span>` : ''}<span><i class="m m-line"></i>forecast</span>${inner}<span><i class="m m-90"></i>${percentage(coverage)} interval</span></p>
<p class="read" id="read" aria-live="polite">${readout(stretch, view, view.to - 1)}</p>
<div class="chart" id="timeline" tabindex="0" role="group" aria-label="Rows one by one: arrow keys move, + and − zoom">${drawTimeline(stretch, view, WIDE)}</div>
<div class="chart" id="brush" tabindex="0" role="group" aria-label="The whole run: arrow keys move the frame, + and − change it">${drawBrush(stretch, view, WIDE)}</div>
<p class="cap">The whole run, ${spanText(stretch)}: the range within a stretch, and its mean. Drag the frame, or focus it and use ← → + −.</p></section>`
}

function oneIn(coverage: number): string {
  return `1 in ${Number((1 / (1 - coverage)).toPrecision(2))}`
}

/** A page around its main part, with all that it needs inside. */
export async function pageOf(
  main: string,
  drawn: Drawn,
  { title, subtitle, command }: PageOptions,
): Promise<string> {
  const client = await readFile(clientScript(), 'utf8')
  const foot = command ? `<p class="foot">The same page again: <code>${escapeHtml(command)}</code></p>` : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>${escapeHtml(title)}</title><style>${TOKENS}${MARKS}${PAGE}</style></head><body><div class="page">
<header class="top"><b>Credence</b><span class="what">${escapeHtml(title)}${subtitle ? ` · ${escapeHtml(subtitle)}` : ''}</span><button id="theme" type="button">◐ <span>Theme</span></button></header>
<main>${main}</main>${foot}</div>
<script type="application/json" id="drawn">${asScript(asJson(drawn))}</script>
<script>${asScript(client)}</script>
</body></html>
`
}

/** The bundled script stands beside the compiled pages; sources find it there too. */
function clientScript(): URL {
  const source = import.meta.url.endsWith('.ts')
  return new URL(source ? '../../dist/client/client.js' : '../client/client.js', import.meta.url)
}

/** JSON has no infinite numbers, but one that is too large is read as infinite. */
function asJson(drawn: Drawn): string {
  return JSON.stringify(drawn, short).replace(/"(-?)\\u0001"/g, '$11e999')
}

/** Rounded to what a picture can show; times are whole milliseconds and stay. */
function short(_key: string, value: unknown): unknown {
  if (typeof value !== 'number' || Number.isInteger(value)) return value
  if (Number.isFinite(value)) return Number(value.toPrecision(6))
  return Number.isNaN(value) ? null : `${value < 0 ? '-' : ''}\u0001`
}

/** Nothing inside may end the element it stands in. */
function asScript(text: string): string {
  return text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--')
}
