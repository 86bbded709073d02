import { expect, it } from 'vitest'
import { tooFew } from './tooMany.ts'

it('shows the words that a command needs', () => {
  expect(tooFew('judge', '[options] <data> <forecasts...>').message).toContain(
    'Write credence judge DATA FORECASTS…;',
  )
})
