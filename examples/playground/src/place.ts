import { effect, signal } from '@preact/signals'
import { type Choices, fromHash, toHash } from './choices.ts'
import { pack, unpack } from './packed.ts'

/** What is chosen, and the visitor's own data; both are in the address, so that a link shows what is seen. */
export const choices = signal<Choices>(fromHash(location.hash))
export const csv = signal('')
/** Whether the data is too long for a link. */
export const tooLong = signal(false)

let packed = new URLSearchParams(location.hash.slice(1)).get('csv') ?? ''

/** Reads the data that came with the address. */
export async function readPlace(): Promise<void> {
  if (packed !== '') csv.value = await unpack(packed).catch(() => '')
}

/** Takes the visitor's own data. */
export async function takeCsv(text: string): Promise<void> {
  const found = await pack(text)
  tooLong.value = found === undefined
  packed = found ?? ''
  csv.value = text
}

function hashOf(chosen: Choices): string {
  const said = toHash(chosen)
  if (chosen.stream !== 'csv' || packed === '') return said
  return `${said}&csv=${packed}`
}

effect(() => {
  void csv.value
  const hash = hashOf(choices.value)
  if (location.hash.slice(1) !== hash)
    history.replaceState(null, '', hash === '' ? location.pathname : `#${hash}`)
})

/** Calls when the visitor follows another link to the same page. */
export function onPlace(act: () => void): void {
  addEventListener('hashchange', () => {
    packed = new URLSearchParams(location.hash.slice(1)).get('csv') ?? packed
    choices.value = fromHash(location.hash)
    void readPlace().then(act)
  })
}
