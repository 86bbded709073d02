import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from 'credence'
import { bytes, listOf, type StateShape, shape, string } from 'credence/kinds'
import { noRoom } from '../base/standard.ts'

/** Where the states of series lie, as of a checkpoint. Plain data. */
export interface KeyPlaces {
  readonly keys: readonly string[]
  /** Of each key: which of its two files holds the state. */
  readonly sides: Uint8Array
}

export const KEY_PLACES: StateShape<KeyPlaces> = shape<KeyPlaces>({
  keys: listOf(string),
  sides: bytes(({ keys }: KeyPlaces) => keys.length),
})

/** Where the state of a series lies. Plain data. */
export interface Place {
  readonly number: number
  side: number
  /** Whether a checkpoint names this file: then it is not written again before a later one names the other. */
  kept: boolean
}

/**
 * States of series in a folder, two files for each: while a checkpoint names one of them, the other is written.
 *
 * So a run that is killed at any time goes on from its last checkpoint.
 */
export class KeyFiles implements Store {
  readonly #beside: string | undefined
  #folder: string | undefined
  readonly #places = new Map<string, Place>()

  #numberOf: (key: string) => number = () => this.#places.size

  /** @param checkpoint the states are in a folder beside it; absent: in a temporary one, made when it is needed */
  constructor(checkpoint?: string) {
    this.#beside = checkpoint === undefined ? undefined : `${checkpoint}.series`
  }

  /** Some of those in a folder that another thread has made and takes away, which also numbers the series. */
  static within(folder: string, numberOf: (key: string) => number): KeyFiles {
    const files = new KeyFiles()
    files.#folder = folder
    files.#numberOf = numberOf
    return files
  }

  /** The folder of the files, made if it is not there yet. */
  get folder(): string {
    this.#folder ??= this.#make()
    return this.#folder
  }

  /** The place of each series whose state is in a file. */
  get each(): [string, Place][] {
    return [...this.#places]
  }

  /** Takes these for the places of some series, in the order of their numbers. */
  hold(each: readonly (readonly [string, Place])[]): void {
    for (const [key, place] of each) this.#places.set(key, { ...place })
  }

  get(key: string): Uint8Array | undefined {
    const place = this.#places.get(key)
    return place && readFileSync(this.#path(place))
  }

  put(key: string, bytes: Uint8Array): void {
    const place = this.#places.get(key) ?? { number: this.#numberOf(key), side: 0, kept: false }
    const side = place.kept ? 1 - place.side : place.side
    const path = this.#path({ ...place, side })
    try {
      writeFileSync(path, bytes)
    } catch (error) {
      throw noRoom(error, `${path}: no room left on its disk for the states of series`)
    }
    this.#places.set(key, { number: place.number, side, kept: false })
  }

  /** Nothing is taken away from a table that grows. */
  delete(): void {}

  get places(): KeyPlaces {
    const all = [...this.#places]
    return { keys: all.map(([key]) => key), sides: Uint8Array.from(all, ([, { side }]) => side) }
  }

  /** A checkpoint names the places as they are now. */
  keep(): void {
    for (const place of this.#places.values()) place.kept = true
  }

  /** Goes on from the places that a checkpoint names. Another one than this run writes is copied from. */
  restore({ keys, sides }: KeyPlaces, checkpoint: string): void {
    const from = `${checkpoint}.series`
    const isSame = from === this.#beside
    keys.forEach((key, number) => {
      const side = sides[number] as number
      this.#places.set(key, { number, side, kept: isSame })
      if (!isSame) copyFileSync(join(from, nameOf({ number, side })), this.#path({ number, side }))
    })
  }

  /** What was only needed while the run went. */
  close(): void {
    if (this.#beside === undefined && this.#folder !== undefined)
      rmSync(this.#folder, { recursive: true, force: true })
  }

  #path(place: Pick<Place, 'number' | 'side'>): string {
    return join(this.folder, nameOf(place))
  }

  #make(): string {
    if (this.#beside === undefined) return mkdtempSync(join(tmpdir(), 'credence-series-'))
    mkdirSync(this.#beside, { recursive: true })
    return this.#beside
  }
}

function nameOf({ number, side }: Pick<Place, 'number' | 'side'>): string {
  return `${number}.${side === 0 ? 'a' : 'b'}`
}
