import { expect, it } from 'vitest'
import { cliques, criticalDifference } from './criticalDifference.ts'
import { THEMED, themed } from './themed.ts'

it('a bar joins the ranks that are nearer than the critical difference, and no bar lies within another', () => {
  expect(cliques([1, 1.5, 2.2, 3.9, 4], 1)).toEqual([
    [1, 1.5],
    [1.5, 2.2],
    [3.9, 4],
  ])
  expect(cliques([1, 1.2, 1.4], 1)).toEqual([[1, 1.4]])
  expect(cliques([1, 3], 1)).toEqual([])
})

it('a critical-difference diagram names every learner with its rank, the best at the left', () => {
  const svg = criticalDifference({
    names: ['a & b', 'naive', 'svb'],
    ranks: [2.6, 1.2, 2.2],
    difference: 0.9,
    description: 'ranks',
  })
  expect(svg).not.toMatch(/NaN|Infinity/)
  const [left, ...right] = [...svg.matchAll(/text-anchor="(end|start)"[^>]*>([^<]+)</g)].map(
    ([, side, name]) => `${side} ${name}`,
  )
  expect([left, ...right]).toEqual(['end naive  1.20', 'end svb  2.20', 'start a &amp; b  2.60'])
  expect(svg).toContain('critical difference 0.90')
})

it('a themed figure has no ground of its own, and ink and grid of the page', () => {
  const svg = themed(
    '<rect width="1" height="1" fill="#ffffff"/><path stroke="#222222"/><path stroke="#D55E00"/>',
  )
  expect(svg).toBe(
    '<path stroke="#222222" style="stroke:var(--ink)"/><path stroke="#D55E00" style="stroke:color-mix(in srgb,#D55E00 var(--keep,100%),#fff)"/>',
  )
  expect(THEMED).toContain('--keep')
})
