import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apart } from './endLabels.ts'
import { figure } from './figure.ts'
import { ordered, palette } from './palette.ts'

const x = [0, 1, 2, 3]
const series = [
  {
    name: 'ours',
    x,
    y: [3, 2, 1, 1],
    band: { lower: [2, 1, 0.5, 0.5], upper: [4, 3, 1.5, 1.5] },
    color: palette.blue,
  },
  { name: 'theirs & others', x, y: [3, 3, Number.NaN, 2], color: palette.orange, dash: '4 2' },
]
const panel = {
  title: 'a < b',
  x: { label: 'round' },
  y: { label: 'loss' },
  series,
  rules: [{ x: 2, label: 'change' }],
}

describe('figure', () => {
  it('draws panels, bands, rules, legend and labels at line ends as it always did', async () => {
    const svg = figure({
      panels: [
        panel,
        {
          x: { kind: 'log' },
          y: { include: [0] },
          series: [{ x: [1, 10, 100], y: [1, 2, 3], color: '#333333', dots: true, endLabel: 'end' }],
        },
        { x: {}, y: {}, series: [{ x, y: [0, 1, 1, 0], color: palette.green, fill: true }] },
      ],
      columns: 2,
      width: 500,
      panelHeight: 100,
      description: 'what is seen',
    })
    await expect(svg.replace(/></g, '>\n<')).toMatchFileSnapshot('./snapshots/figure.svg')
  })

  it('lets nothing but finite numbers and escaped text into the picture', () => {
    const values = fc.array(fc.oneof(fc.double({ min: -1e150, max: 1e150 }), fc.constant(Number.NaN)), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(values, fc.string(), (y, name) => {
        const svg = figure({
          panels: [{ x: {}, y: {}, series: [{ name, x: y.map((_, i) => i), y, color: '#000' }] }],
        })
        expect(svg).not.toMatch(/="[^"]*(NaN|Infinity)/)
        expect(svg.match(/<text[^>]*>[^<]*<\/text>/g)?.length).toBe(svg.match(/<text/g)?.length)
      }),
    )
  })

  it('gives ids of their own to figures that stand in one page', () => {
    const ids = (id: string) => new Set(figure({ panels: [panel], id }).match(/id="[^"]+"/g))
    expect([...ids('a')].some((id) => ids('b').has(id))).toBe(false)
  })
})

it('labels at line ends keep their order and never overlap', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 300, noNaN: true }), { maxLength: 12 }), (wanted) => {
      const placed = apart(wanted, 6, 300)
      const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b] || a - b)
      for (let r = 1; r < order.length; r++) {
        expect(placed[order[r]] - placed[order[r - 1]]).toBeGreaterThan(11.999)
      }
    }),
  )
})

it('ordered colours are as many as asked for, and all different', () => {
  for (const n of [1, 2, 6, 8, 13]) expect(new Set(ordered(n)).size).toBe(n)
})
