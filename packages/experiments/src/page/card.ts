import { html } from '@credence/charts/page'
import { digits } from '../digits.ts'
import type { Figure } from '../experiment.ts'
import { type Cell, type Judged, tally } from '../judged.ts'
import { type Detail, describeReading } from '../reading.ts'
import { deciding } from '../sentence.ts'
import { chip, figureOf, measuresHtml } from './parts.ts'

export interface CardOptions {
  /** The experiment whose figures are at hand. */
  readonly experiment: string
  /** In which folder the files lie, seen from the page. */
  readonly folder: string
  readonly formats: readonly string[]
  readonly figures: readonly Figure[]
  /** Figures that a card above shows, by id: a figure stands on the page once. */
  readonly shown: Set<string>
}

/** A sentence with its verdict, its number, its figure, its readings and the question that would settle it. */
export function card(judged: Judged, options: CardOptions): string {
  const { sentence } = judged
  const { id, says, question, verdict, measures, counted } = sentence
  const found = deciding(measures)
  const isCounted = counted && found !== undefined
  const decides = found ? `${html(found.what)}: <b>${digits(found.estimate.mean)}</b>` : ''
  const n = measures.filter(({ extra }) => !extra).length
  return `<article class="sentence" id="${options.experiment}-${id}">
<h3>${isCounted ? chip(verdict) : '<span class="verdict">shown, not counted</span>'} “${html(says)}”</h3>
${decides ? `<p class="decides">${n > 1 ? `The number that decides, of ${n}: ` : ''}${decides}</p>` : ''}
${figureHtml(judged, options)}
${isCounted ? readingsHtml(judged) : ''}
${question && isCounted && verdict !== 'holds' ? `<p class="question"><b>What would settle it:</b> ${html(question)}</p>` : ''}
<details><summary>All ${measures.length} number${measures.length === 1 ? '' : 's'}</summary>${measuresHtml(measures, says)}</details>
</article>`
}

function figureHtml({ sentence: { figure } }: Judged, options: CardOptions): string {
  const { figures, experiment, shown, folder, formats } = options
  const one = figures.find(({ name }) => name === figure)
  if (!one) return ''
  const id = `figure-${experiment}-${one.name}`
  if (shown.has(id)) return `<p class="sub"><a href="#${id}">The figure above</a> shows it.</p>`
  shown.add(id)
  const links = formats.map(
    (format) => `<a href="${folder}${one.name}.${format}">${format.toUpperCase()}</a>`,
  )
  return `<figure id="${id}">${figureOf(one, experiment)}<figcaption>${html(one.caption)} ${links.join(' ')}</figcaption></figure>`
}

/** How often the sentence holds, over all readings and by each way of each detail. */
export function readingsHtml(judged: Judged): string {
  const { cells, details, sentence } = judged
  const { holds, inconclusive, of } = tally(judged)
  if (of < 2) return ''
  const others = inconclusive > 0 ? `, is inconclusive in ${inconclusive}` : ''
  const lines = details.map((detail) => detailHtml(detail, cells)).join('')
  return `<p class="readings">Holds in <b>${holds} of ${of}</b> readings tried${others}.${sentence.verdict === 'holds' ? '' : exampleOf(judged)}</p>
<details><summary>By detail</summary><div class="ways">${lines}</div></details>`
}

/** The reading nearest to ours in which the sentence holds. */
function exampleOf({ cells, details }: Judged): string {
  const distance = ({ reading }: Cell): number =>
    details.filter(({ name, ways }) => reading[name] !== ways[0].name).length
  const [nearest] = cells
    .filter(({ verdict }) => verdict === 'holds')
    .sort((a, b) => Number(a.searched) - Number(b.searched) || distance(a) - distance(b))
  if (!nearest) return ''
  const label = nearest.searched ? ' <span class="verdict">found by search</span>' : ''
  return ` It holds with ${html(describeReading(details, nearest.reading))}.${label}`
}

function detailHtml({ name, text, ways }: Detail, cells: readonly Cell[]): string {
  const rows = ways.flatMap((way) => {
    const own = cells.filter(({ reading }) => reading[name] === way.name)
    if (own.length === 0) return []
    const holding = own.filter(({ verdict }) => verdict === 'holds').length
    const share = Math.round((100 * holding) / own.length)
    const label = way.searched ? ', found by search' : ''
    return `<li><span class="bar"><i style="width:${share}%"></i></span><span class="r">${holding} of ${own.length}</span> <b>${html(way.name)}</b> <span class="sub">${html(way.about)}${label}</span></li>`
  })
  return rows.length < 2
    ? ''
    : `<section><b>${html(name)}</b> <span class="sub">${html(text)}</span><ul>${rows.join('')}</ul></section>`
}
