import { createHash } from 'node:crypto'

/** A seed of 48 bits that belongs to one replication of one part alone. */
export function seedOf(seed: number, experiment: string, part: string, replication: number): number {
  return Number.parseInt(digest([seed, experiment, part, replication]).slice(0, 12), 16)
}

/** A seed for draws along a stream: were it the stream's own, the draws would follow its outcomes. */
export function drawsOf(seed: number): number {
  return seedOf(seed, 'draws', '', 0)
}

/** Hexadecimal digest of anything plain. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
