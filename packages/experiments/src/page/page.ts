import { documentOf, html } from '@credence/charts/page'
import { type Judged, merged, nowhereWords, rollUp, rollUpWords, tally } from '../judged.ts'
import { citation } from '../paper.ts'
import { SHARED } from '../reading.ts'
import { type CardOptions, card } from './card.ts'
import { type About, type Chapter, chip, FORMATS, figureOf, tableHtml } from './parts.ts'
import { STYLE } from './style.ts'

/** A page with one experiment: a card for each sentence, the numbers, the files. */
export function chapterPage(chapter: Chapter, about: About, formats: readonly string[] = FORMATS): string {
  const judged = merged(chapter.judged)
  const body = [
    header(judged, about),
    contents(judged, chapter.name),
    chapterHtml(chapter, '', formats, judged),
  ]
  return document(chapter.title, about, body.join('\n'))
}

/** All experiments in one page, in short first; a sentence that several speak of has one card, before them. */
export function reportPage(
  chapters: readonly Chapter[],
  judged: readonly Judged[],
  about: About,
  formats: readonly string[] = FORMATS,
): string {
  const shared = judged.filter(({ sentence }) => sentence.id === SHARED)
  const nothing: CardOptions = { experiment: 'paper', folder: '', formats, figures: [], shown: new Set() }
  const body = [
    header(judged, about),
    contents(judged),
    ...shared.map((one) => card(one, nothing)),
    ...chapters.map((chapter) => {
      const own = chapter.judged.filter(({ sentence }) => sentence.id !== SHARED)
      return chapterHtml(chapter, `${chapter.name}/`, formats, own)
    }),
  ]
  return document('The paper’s sentences, and what was measured', about, body.join('\n'))
}

function header(judged: readonly Judged[], { seed }: About): string {
  const found = rollUp(judged)
  if (found.sentences === 0) return ''
  if (found.readings < 2)
    return `<h1>${html(rollUpWords(found))}.</h1><p class="lede">Seed ${seed}.</p>${RULE}`
  const number = (value: number, words: string): string =>
    `<div><p class="number">${value}</p><p class="sub">${words}</p></div>`
  return `<h1>${html(rollUpWords(found))}.</h1>
<p class="lede">${html(citation())}. Every sentence that can be measured has one verdict under the reading closest to the text, and one under every
other reading that was tried; seed ${seed}.</p>
<div class="numbers">${number(found.hold, 'hold as we read the text')}${number(found.elsewhere, `more hold under a reading the text allows${found.searched > 0 ? `; ${found.searched} found by search` : ''}`)}${number(found.nowhere, found.nowhere > 0 ? nowhereWords(found).replace(/^\d+ /, '') : 'under no reading tried')}</div>
${RULE}`
}

const RULE = `<details><summary>How a sentence is judged</summary><p>A sentence becomes numbers, one per replication and paired where it compares. A number <b>holds</b> if
its 95 % confidence interval lies on the claimed side, <b>fails</b> if it lies on the other side, and is <b>inconclusive</b> if it contains the threshold. One
deterministic number, such as the loss of one pass over a file, is judged by its side alone. A sentence holds if all it claims holds, and fails if any of it
fails. «Several» is a count. Where the text’s word has no number («close»), the row says which number represents it. A reading is one way for each detail that
the text leaves open. Trying many readings finds some that fit by chance: that one exists does not say that the authors used it.</p></details>`

/** Every sentence in one line, with a link to its card. */
function contents(judged: readonly Judged[], experiment?: string): string {
  const line = (one: Judged): string => {
    const { sentence, experiments } = one
    const { holds, of } = tally(one)
    const place = experiment ?? (sentence.id === SHARED ? 'paper' : experiments[0])
    const readings = of > 1 ? `${holds} of ${of} readings` : 'one reading'
    return `<li>${chip(sentence.verdict)}<a href="#${place}-${sentence.id}">${html(sentence.says)}</a><span class="sub r">${readings}</span></li>`
  }
  const counted = judged.filter(
    ({ sentence: { counted, measures } }) => counted && measures.some(({ extra }) => !extra),
  )
  return counted.length === 0 ? '' : `<ol class="contents">${counted.map(line).join('\n')}</ol>`
}

function chapterHtml(
  { name, title, section, sources, summary }: Chapter,
  folder: string,
  formats: readonly string[],
  judged: readonly Judged[],
): string {
  const { figures, notes, tables, overview } = summary
  const shown = new Set<string>()
  const cards = judged.map((one) => card(one, { experiment: name, folder, formats, figures, shown }))
  const rest = figures
    .filter((one) => !shown.has(`figure-${name}-${one.name}`))
    .map((one) => `<figure>${figureOf(one, name)}<figcaption>${html(one.caption)}</figcaption></figure>`)
  const files = [...Object.keys(tables), 'sentences', 'readings'].map(
    (table) => `<a href="${folder}${table}.csv">${table}.csv</a>`,
  )
  const from = sources.map((source) => `<a href="${source.url}">${html(source.name)}</a>`)
  return `<section class="chapter" id="${name}"><h2>${html(title)}</h2>
<p class="cap">In the paper: ${html(section)}.${from.length > 0 ? ` Data: ${from.join(', ')}.` : ''}</p>
${cards.join('\n')}
${rest.join('\n')}
<details><summary>What a reader should know</summary><ul>${notes.map((note) => `<li>${html(note)}</li>`).join('')}</ul></details>
${overview.rows.length > 0 ? `<details><summary>Numbers in a table</summary>${tableHtml(overview, title)}</details>` : ''}
<p class="sub">Files: ${files.join(', ')}, <a href="${folder}results.json">results.json</a></p></section>`
}

function document(title: string, { command, version }: About, body: string): string {
  const foot = `<p class="foot">Made by <code>${html(command)}</code>, Credence ${version}.</p>`
  return documentOf(title, title, STYLE, `${body}\n${foot}`)
}
