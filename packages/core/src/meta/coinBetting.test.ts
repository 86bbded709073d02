import { describe, expect, it } from 'vitest'
import { betOf, createBettor, largestGain, priorOf, settleBet } from './coinBetting.ts'

describe('a bettor on coins', () => {
  it('waits while it is behind, and bets its wealth by how far it is ahead', () => {
    const bettor = createBettor(1)
    for (const coin of [-1, 0.5, 0.5]) settleBet(bettor, coin)
    expect(bettor).toEqual({ start: 1, gain: 0, moved: 2, wealth: 1 })
    settleBet(bettor, 7)
    expect(bettor).toEqual({ start: 1, gain: 1, moved: 3, wealth: 1 })
    expect(betOf(bettor)).toBe(0.25)
    settleBet(bettor, -1)
    expect(bettor.wealth).toBe(0.75)
  })

  it.each([1, 2, 5, 100])(
    'that started in round %i gains no more than its wealth allows, and nearly that',
    (start) => {
      const most = (Math.PI * Math.PI) / 6 / priorOf({ start })
      const bettor = createBettor(start)
      let closest = 0
      for (let coins = 1; coins <= 400; coins++) {
        // A player that lets it win whenever the bound on all wealth allows it.
        settleBet(bettor, bettor.wealth + betOf(bettor) <= most ? 1 : -1)
        const bound = largestGain(start, coins)
        expect(bettor.gain).toBeLessThanOrEqual(bound)
        closest = Math.max(closest, bettor.gain / bound)
      }
      expect(closest).toBeGreaterThan(0.7)
    },
  )
})
