import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normalCdf, normalPdf } from './normal.ts'
import { cdfOf, integralOf, normalTable, REACH } from './normalTable.ts'

it('Φ and its integral from the table are within 1e-15', () => {
  const table = normalTable()
  const within = fc.double({ min: -REACH, max: REACH, noNaN: true, minExcluded: true, maxExcluded: true })
  fc.assert(
    fc.property(within, (z) => {
      const integral = z * normalCdf(z) + normalPdf(z)
      expect(Math.abs(integralOf(table, z) - integral)).toBeLessThan(1e-15 * (1 + Math.abs(z)))
      expect(Math.abs(cdfOf(table, z) - normalCdf(z))).toBeLessThan(1e-15)
    }),
    { numRuns: 2000 },
  )
})
