import { describe, expect, it } from 'vitest'
import { fewWholeNumbers, findTask } from './task.ts'

const of = (length: number, cell: (t: number) => string): string[] =>
  Array.from({ length }, (_, t) => cell(t))

describe('the task that outcomes show', () => {
  it('is regression where one cell of many is a word, an infinity or an amount of money', () => {
    for (const slip of ['error', 'inf', 'n.a.', '-', '$1.50'])
      expect(findTask(of(200, (t) => (t === 50 ? slip : String(t / 7))))).toBe('regression')
  })

  it('is regression of counts, however few they are, unless there are two', () => {
    expect(findTask(of(100, (t) => String(t % 3)))).toBe('regression')
    expect(findTask(of(100, (t) => String(t % 2)))).toBe('classification')
    expect(findTask(of(100, (t) => (t % 9 ? '0' : '0.2')))).toBe('regression')
    expect(findTask(of(19, (t) => String(t % 2)))).toBe('regression')
  })

  it('is classification of words, of truth values, and of words among which are some numbers', () => {
    expect(findTask(['spam', 'ham'])).toBe('classification')
    expect(findTask(['true', 'false'])).toBe('classification')
    expect(findTask(of(100, (t) => (t % 5 ? String(t) : 'x')))).toBe('classification')
  })

  it('is in doubt where outcomes are two to ten whole numbers', () => {
    expect(fewWholeNumbers(of(100, (t) => String(t % 3)))).toEqual([0, 1, 2])
    expect(fewWholeNumbers(of(100, (t) => String(t % 11)))).toEqual([])
    expect(fewWholeNumbers(of(100, (t) => String((t % 3) / 2)))).toEqual([])
    expect(fewWholeNumbers(of(19, (t) => String(t % 3)))).toEqual([])
  })
})
