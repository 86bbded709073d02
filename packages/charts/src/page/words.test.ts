import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeWords } from './words.ts'

const word = fc.record({
  at: fc.integer({ min: 0, max: 400 }),
  lines: fc.array(
    fc.record({
      text: fc.string({ minLength: 3, maxLength: 44, unit: fc.constant('m') }),
      class: fc.constant(''),
    }),
    {
      minLength: 1,
      maxLength: 2,
    },
  ),
})

/** The boxes of all words, as a reader sees them. */
function boxesOf(svg: string): { x: number; y: number; to: number }[] {
  return [...svg.matchAll(/<text([^>]*)>([^<]*)</g)].map(([, attributes = '', text = '']) => {
    const read = (name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
    const long = 6.7 * text.length
    const from = read('text-anchor') === 'end' ? Number(read('x')) - long : Number(read('x'))
    return { x: from, y: Number(read('y')), to: from + long }
  })
}

describe('words beside lines', () => {
  it('never meet each other nor what stands there already, and do not leave the picture', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 3 }), (words) => {
        const { svg, rows } = placeWords(words, 400, [[300, 350]])
        const boxes = [...boxesOf(svg), { x: 300, y: 11, to: 350 }]
        boxes.forEach((a, i) => {
          expect(a.x).toBeGreaterThanOrEqual(-0.1)
          expect(a.to).toBeLessThanOrEqual(400.1)
          expect(a.y).toBeLessThanOrEqual(16 * rows)
          for (const b of boxes.slice(i + 1))
            expect(a.y !== b.y || a.to <= b.x + 0.1 || b.to <= a.x + 0.1).toBe(true)
        })
      }),
    )
  })
})
