import { join } from 'node:path'
import { digits } from './digits.ts'
import type { Judged } from './judged.ts'
import { tally } from './judged.ts'
import type { Chapter } from './page/parts.ts'
import { deciding } from './sentence.ts'
import { writeWhole } from './store.ts'
import type { Table } from './table.ts'

/** Tables for a paper, in the style of booktabs: what was found, and each sentence with its verdict. */
export async function writeLatex(
  folder: string,
  { title, section, judged, summary: { overview } }: Chapter,
): Promise<void> {
  await writeWhole(join(folder, 'overview.tex'), toLatex(overview, title))
  await writeWhole(join(folder, 'sentences.tex'), toLatex(sentencesTable(judged), `${title} (${section})`))
}

function sentencesTable(judged: readonly Judged[]): Table {
  return {
    columns: ['sentence', 'verdict', 'deciding number', 'holds in'],
    rows: judged.map((one) => {
      const { says, verdict, measures } = one.sentence
      const found = deciding(measures)
      const { holds, of } = tally(one)
      return [says, verdict, found ? digits(found.estimate.mean) : '', `${holds} of ${of} readings`]
    }),
  }
}

/** A table with \toprule, \midrule and \bottomrule; the first column is text, the rest is aligned right. */
export function toLatex({ columns, rows }: Table, caption: string): string {
  const line = (cells: readonly (string | number)[]): string =>
    `  ${cells.map((cell) => escapeLatex(String(cell))).join(' & ')} \\\\`
  return [
    '% needs \\usepackage{booktabs}',
    '\\begin{table}',
    `\\caption{${escapeLatex(caption)}}`,
    `\\begin{tabular}{p{0.4\\linewidth}${'r'.repeat(Math.max(0, columns.length - 1))}}`,
    '  \\toprule',
    line(columns),
    '  \\midrule',
    ...rows.map(line),
    '  \\bottomrule',
    '\\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n')
}

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '|': '$|$',
  '<': '$<$',
  '>': '$>$',
  '±': '$\\pm$',
  '−': '$-$',
  '→': '$\\to$',
  '…': '\\dots{}',
  '’': "'",
  '«': '``',
  '»': "''",
  '∞': '$\\infty$',
  '√': '$\\sqrt{}$',
  σ: '$\\sigma$',
  γ: '$\\gamma$',
  β: '$\\beta$',
  θ: '$\\theta$',
  '²': '$^2$',
  '₁': '$_1$',
  '₂': '$_2$',
  ₜ: '$_t$',
  '₋': '$_-$',
  '·': '$\\cdot$',
  '⁻': '$^-$',
}

function escapeLatex(text: string): string {
  return text.replace(/[\\&%$#_{}~^|<>]|[^\x20-\x7e]/g, (c) => SPECIAL[c] ?? c)
}
