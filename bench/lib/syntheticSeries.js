import { normal } from 'credence'
import { poisson, studentT, uniform } from 'credence/random'

/** Series of known kinds, for coverage: nothing was tuned to them. Each is a function of rng and rows. */
const series = (make) => (rng, rows) => {
  const next = make(rng)
  return Array.from({ length: rows }, (_, t) => next(t))
}
const wave = (t, period) => Math.sin((2 * Math.PI * t) / period)

/** kind → { steps, seasons, year, of } */
export const SYNTHETIC = {
  'random walk': {
    steps: 24,
    seasons: [],
    of: series((rng) => {
      let y = 0
      return () => (y += normal(rng))
    }),
  },
  'walk with heavy tails': {
    steps: 14,
    seasons: [7],
    of: series((rng) => {
      let y = 100
      return () => (y += studentT(rng, 3))
    }),
  },
  'autoregression, 0.8': {
    steps: 12,
    seasons: [12],
    of: series((rng) => {
      let y = 0
      return () => (y = 0.8 * y + normal(rng))
    }),
  },
  'hours with day and week': {
    steps: 24,
    seasons: [24, 168],
    of: series((rng) => {
      let e = 0
      return (t) => {
        e = 0.7 * e + normal(rng)
        return 500 + 60 * wave(t, 24) + 20 * wave(t, 12) + (t % 168 >= 120 ? -40 : 0) + 5 * e
      }
    }),
  },
  'months that grow by percents': {
    steps: 12,
    seasons: [12],
    of: series((rng) => {
      let level = 4
      return (t) => {
        level += 0.006 + 0.01 * normal(rng)
        return Math.exp(level + 0.2 * wave(t, 12) + 0.04 * normal(rng))
      }
    }),
  },
  'level shifts': {
    steps: 14,
    seasons: [7],
    of: series((rng) => {
      let level = 50
      return (t) => {
        if (uniform(rng) < 0.01) level += 15 * normal(rng)
        return level + 6 * wave(t, 7) + 2 * normal(rng)
      }
    }),
  },
  'rare counts': {
    steps: 14,
    seasons: [7],
    of: series((rng) => (t) => (t % 7 < 5 ? poisson(rng, 0.6) : 0)),
  },
  'noise that comes in waves': {
    steps: 8,
    seasons: [52],
    of: series((rng) => {
      let h = 0
      return (t) => {
        h = 0.97 * h + 0.2 * normal(rng)
        return 20 + 5 * wave(t, 52) + Math.exp(h) * normal(rng)
      }
    }),
  },
}
