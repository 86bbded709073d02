import { expect, it } from 'vitest'
import { alike } from './alike.ts'

/** Rows as `3`, or `3-` without an outcome; `?` has no time. They stand apart where threads wait for each other. */
function stretches(text: string, reached: number): string {
  const words = text.split(' ')
  const coming = words.map((word) => ({
    time: word.startsWith('?') ? Number.NaN : Number.parseInt(word, 10),
    blank: word.endsWith('-'),
  }))
  const parts: string[] = []
  let at = reached
  for (let from = 0; from < words.length; ) {
    const to = alike(coming, from, at)
    parts.push(words.slice(from, to).join(' '))
    for (const { time, blank } of coming.slice(from, to)) if (!blank && time > at) at = time
    from = to
  }
  return parts.join(' | ')
}

it('rows of the time that was reached, and late ones, are learnt together; the first of a later time before them', () => {
  expect(stretches('1 1 1 2 2 2', 1)).toBe('1 1 1 | 2 | 2 2')
  expect(stretches('1 1', Number.NEGATIVE_INFINITY)).toBe('1 | 1')
  expect(stretches('2 1 2 1 3', 2)).toBe('2 1 2 1 | 3')
})

it('rows without an outcome tell nothing, and wait for what came before a later time', () => {
  expect(stretches('1 1- 2- 2- 2 2 2-', 1)).toBe('1 1- | 2- 2- 2 | 2 2-')
  expect(stretches('3- 2- 1', 1)).toBe('3- 2- | 1')
})

it('a row without a time is learnt by itself', () => {
  expect(stretches('1 ? 1 ? ? 2', 1)).toBe('1 | ? | 1 | ? | ? | 2')
})
