import { expectWhole } from '../../base/save/shape.ts'
import { also, floats, from, ints, listOf, type StateShape, shape } from '../../base/shape.ts'
import { type Rng, uniform } from '../../math/rng.ts'

/**
 * Ranks of numbers among those before them, in two blocks that begin anew in turn. Plain data.
 *
 * While numbers are exchangeable, the rank of each among those before it in its block, ties broken at random, says nothing about
 * the other ranks of the block and is uniform: so bets against uniform ranks are fair, whatever the numbers' distribution. After
 * a change the rank is the finer the longer the block, so one of the two is always at least half full.
 */
export interface Ranks {
  /** The numbers of both blocks, each in increasing order; what follows them is room. */
  readonly blocks: Float64Array[]
  readonly held: Int32Array
}

/** Numbers in a block: the longer, the finer the ranks; the shorter, the less to keep. */
const BLOCK = 2048
export const BLOCKS = 2
/** Room in a block at first. It is doubled where it is full: most of many series are short. */
const ROOM = 64

const block = /* @__PURE__ */ also(
  from(floats(), () => new Float64Array(ROOM)),
  (numbers, path) => void expectWhole(`the length of ${path}`, numbers.length, 1, BLOCK),
)

export const RANKS: StateShape<Ranks> = /* @__PURE__ */ shape<Ranks>({
  blocks: listOf(block, BLOCKS),
  held: also(ints(BLOCKS), (held, path, ranks) => {
    const { blocks } = ranks as Ranks
    for (let b = 0; b < BLOCKS; b++) expectWhole(`${path}[${b}]`, held[b], 0, blocks[b].length)
  }),
})

/** @param round of all numbers together, counted from 0: the second block ends first after half of its length */
export function takeRanks(
  { blocks, held }: Ranks,
  round: number,
  value: number,
  rng: Rng,
  out: Float64Array,
): void {
  for (let b = 0; b < BLOCKS; b++) {
    if ((round + (b * BLOCK) / BLOCKS) % BLOCK === 0) held[b] = 0
    if (held[b] === blocks[b].length) blocks[b] = grown(blocks[b])
    out[b] = takeRank(blocks[b], held[b], value, uniform(rng))
    held[b]++
  }
}

function grown(block: Float64Array): Float64Array {
  const larger = new Float64Array(Math.min(BLOCK, 2 * block.length))
  larger.set(block)
  return larger
}

/** The rank of a value in (0, 1) among `held` sorted ones, which it joins. */
function takeRank(block: Float64Array, held: number, value: number, chance: number): number {
  let below = 0
  let upTo = held
  while (below < upTo) {
    const middle = (below + upTo) >> 1
    if (block[middle] < value) below = middle + 1
    else upTo = middle
  }
  let equal = 0
  while (below + equal < held && block[below + equal] === value) equal++
  block.copyWithin(below + 1, below, held)
  block[below] = value
  return (below + chance * (equal + 1)) / (held + 1)
}

export function restartRanks({ held }: Ranks): void {
  held.fill(0)
}
