import { normal, seededRng, uniform } from 'credence/random'

const normals = (rng, count) => Array.from({ length: count }, () => normal(rng))
/** Student's with two degrees of freedom. */
const heavy = (rng) => normal(rng) / Math.sqrt(-Math.log(1 - uniform(rng)))
/** Exponential, of mean 0. */
const skew = (rng) => -Math.log(1 - uniform(rng)) - 1
const BLOCKS = [1, 4, 0.5, 8, 2]
const block = (t) => BLOCKS[Math.floor(t / 500) % BLOCKS.length]

/**
 * Noise with features beside it: by name how to draw features x, the true scale s, and where it is not normal the noise z. `t` goes
 * from 0 to 1 in `part`.
 */
export const SCALED_KINDS = {
  linear: (rng) => withScale(normals(rng, 3), (x) => Math.exp(0.8 * x[0])),
  affine: (rng) => withScale([2 * uniform(rng), ...normals(rng, 2)], (x) => 0.3 + x[0]),
  groups(rng) {
    const group = Math.floor(4 * uniform(rng))
    return withScale(
      [0, 1, 2, 3].map((g) => (g === group ? 1 : 0)),
      () => 2 ** group,
    )
  },
  periodic(_rng, t) {
    const hour = (2 * Math.PI * (t % 24)) / 24
    return withScale([t % 24, Math.sin(hour), Math.cos(hour)], () => Math.exp(Math.sin(2 * hour)))
  },
  wave: (rng) => withScale([uniform(rng), normal(rng)], (x) => Math.exp(Math.sin(6 * Math.PI * x[0]))),
  threshold: (rng) => withScale(normals(rng, 3), (x) => (x[0] > 0.7 ? 4 : 1)),
  product: (rng) => withScale(normals(rng, 2), (x) => (x[0] * x[1] > 0 ? 3 : 1)),
  sparse10: (rng) => withScale(normals(rng, 10), (x) => (x[3] > 0 ? 3 : 1)),
  rotating: (rng, _t, part) =>
    withScale(normals(rng, 3), (x) =>
      Math.exp(0.8 * (Math.cos(Math.PI * part) * x[0] + Math.sin(Math.PI * part) * x[1])),
    ),
  flipping: (rng, _t, part) => withScale(normals(rng, 3), (x) => Math.exp((part < 0.5 ? 0.8 : -0.8) * x[0])),
  blocks: (rng, t) => withScale(normals(rng, 3), (x) => block(t) * Math.exp(0.8 * x[0])),
  heavy: (rng) => ({ ...withScale(normals(rng, 3), (x) => Math.exp(0.8 * x[0])), z: heavy(rng) }),
  skew: (rng) => ({ ...withScale(normals(rng, 3), (x) => Math.exp(0.8 * x[0])), z: skew(rng) }),
}

export const IRRELEVANT_KINDS = {
  none: (rng) => withScale(normals(rng, 3), () => 1),
  none10: (rng) => withScale(normals(rng, 10), () => 1),
  'none, heavy': (rng) => ({ ...withScale(normals(rng, 3), () => 1), z: heavy(rng) }),
  'none, blocks': (rng, t) => withScale(normals(rng, 3), () => block(t)),
  'none, volatile'(rng, _t, _part, memo) {
    memo.log = 0.98 * (memo.log ?? 0) + 0.2 * normal(rng)
    return withScale(normals(rng, 3), () => Math.exp(memo.log))
  },
  'none, skew': (rng) => ({ ...withScale(normals(rng, 3), () => 1), z: skew(rng) }),
}

/** Drawn after all was built: no choice was made by them. */
export const UNSEEN_KINDS = {
  'category, as a code'(rng) {
    const category = Math.floor(6 * uniform(rng))
    return withScale([category, normal(rng)], () => [1, 6, 2, 0.5, 4, 1][category])
  },
  '|x₁·x₂|': (rng) => withScale(normals(rng, 3), (x) => 0.3 + Math.abs(x[0] * x[1])),
  none20: (rng) => withScale(normals(rng, 20), () => 1),
}

function withScale(x, scale) {
  return { x, scale: scale(x) }
}

/** Rows of a kind: x, forecast, y, and the true scale. */
export function featureStream(kind, seed, rounds) {
  const rng = seededRng(seed)
  const memo = {}
  const draw = SCALED_KINDS[kind] ?? IRRELEVANT_KINDS[kind] ?? UNSEEN_KINDS[kind]
  return Array.from({ length: rounds }, (_, t) => {
    const { x, scale, z = normal(rng) } = draw(rng, t, t / rounds, memo)
    const forecast = 10 + 2 * x[1]
    return { x, forecast, y: forecast + scale * z, scale }
  })
}
