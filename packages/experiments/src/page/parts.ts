import { figure, themed } from '@credence/charts'
import { html } from '@credence/charts/page'
import { digits } from '../digits.ts'
import type { Figure, Summary } from '../experiment.ts'
import type { Judged } from '../judged.ts'
import type { Measure, Verdict } from '../sentence.ts'
import { claimedSide } from '../sentence.ts'
import type { Table } from '../table.ts'

export interface Chapter {
  readonly name: string
  readonly title: string
  /** Where the paper has it. */
  readonly section: string
  readonly sources: readonly { readonly name: string; readonly url: string }[]
  readonly summary: Summary
  readonly judged: readonly Judged[]
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

/** On a phone panels stand under each other, at a width at which their words can be read. */
const PHONE = { width: 360, columns: 1, panelHeight: 170 } as const

/** A figure for wide screens and one for narrow ones: the page shows the one that fits. */
export function figureOf(one: Figure, experiment: string): string {
  const narrow = drawFigure({ ...one, ...PHONE, name: `${one.name}-phone` }, experiment)
  return `<div class="wide">${themed(drawFigure(one, experiment))}</div><div class="narrow">${themed(narrow)}</div>`
}

const MARKS: Readonly<Record<Verdict, string>> = { holds: '✓', inconclusive: '?', fails: '✗' }

export function chip(verdict: Verdict): string {
  return `<span class="verdict ${verdict}">${MARKS[verdict]} ${verdict}</span>`
}

/** A table that scrolls sideways where there is no room; cells that look like numbers stand right. */
export function tableHtml({ columns, rows }: Table, label: string): string {
  const side = (text: string): string => (/^[−<>\d–∞]/.test(text) ? ' class="r"' : '')
  const cell = (value: string | number): string => {
    const text = String(value)
    return `<td${side(text)}>${text.startsWith('<span') ? text : html(text)}</td>`
  }
  const head = columns.map(
    (name, c) => `<th scope="col"${side(String(rows[0]?.[c] ?? ''))}>${html(name)}</th>`,
  )
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`)
  return `<div class="scroll" tabindex="0" role="region" aria-label="${html(label)}"><table><thead><tr>${head.join('')}</tr></thead><tbody>
${body.join('\n')}</tbody></table></div>`
}

/** The numbers of a sentence; those that are not counted last. */
export function measuresHtml(measures: readonly Measure[], label: string): string {
  const row = (one: Measure): string[] => [
    one.extra ? `${one.what} (not counted)` : one.what,
    claimedSide(one, digits),
    digits(one.estimate.mean),
    spreadOf(one),
    chip(one.verdict),
  ]
  const sorted = [...measures].sort((a, b) => Number(a.extra) - Number(b.extra))
  return tableHtml(
    { columns: ['measured', 'claimed', 'found', '95 % interval', ''], rows: sorted.map(row) },
    label,
  )
}

function spreadOf({ fact, estimate: { low, high, n } }: Measure): string {
  if (fact || !Number.isFinite(low)) return fact ? 'one number' : '–'
  return `${digits(low, 3)} … ${digits(high, 3)} (${n})`
}
