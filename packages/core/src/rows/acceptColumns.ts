import { expectList, expectShape, expectWhole, misfit } from '../base/save/shape.ts'
import { type ColumnState, createColumn } from './column.ts'

const KINDS: readonly unknown[] = [null, 'number', 'boolean', 'time', 'word']
const FORMS: readonly unknown[] = [null, 'mdy', 'dmy', 'years', 'compact']
const COUNTS = ['seen', 'missing', 'unreadable', 'beyond'] as const

/** Refuses what cannot have been found of a column. */
export function acceptColumn(column: unknown): void {
  const { name, kind, form, levels, counts, sums } = (column ?? {}) as ColumnState
  if (typeof name !== 'string') misfit('a column', 'an object with a name', column)
  if (!KINDS.includes(kind)) misfit(`the kind of ${name}`, 'a kind of column', kind)
  if (!FORMS.includes(form)) misfit(`the form of ${name}`, 'a form of times', form)
  expectShape(column, { ...createColumn(name, kind, form), levels, counts, sums }, name)
  for (const count of COUNTS) {
    expectWhole(`${name}.${count}`, (column as ColumnState)[count], 0, Number.MAX_SAFE_INTEGER)
  }
  expectWords(`${name}.levels`, levels)
  for (const numbers of [counts, sums]) {
    expectList(`the levels of ${name}`, numbers, levels.length, (number) => {
      if (typeof number !== 'number') misfit(`the levels of ${name}`, 'numbers', number)
    })
  }
}

/** Texts, each once. */
export function expectWords(path: string, words: unknown): void {
  if (!Array.isArray(words)) misfit(path, 'a list', words)
  if (words.some((word) => typeof word !== 'string') || new Set(words).size < words.length)
    misfit(path, 'different texts', words)
}
