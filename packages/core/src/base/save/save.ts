import { show } from '../check.ts'
import { ArgumentError } from '../errors.ts'
import { checksum } from './checksum.ts'
import { decode, encode } from './plainData.ts'
import { decodeJson, encodeJson } from './plainJson.ts'

/** What a save is: who made it, described so that only its like restores it, and the state. */
export interface Save {
  readonly description: unknown
  readonly state: unknown
}

/** The version of the format, and of what states are made of: it grows with every change to either. */
const VERSION = 4
/** «CRDN» */
const MAGIC = 0x4e445243
/** Magic, version, length of the body, checksum of the body and of these fields. */
const HEADER = 16

/** Bytes: a header of 16 with version, length and CRC-32, then the body. */
export function toBytes(save: Save): Uint8Array {
  const body = encode(save)
  const bytes = new Uint8Array(HEADER + body.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint32(4, VERSION, true)
  view.setUint32(8, body.length, true)
  bytes.set(body, HEADER)
  view.setUint32(12, checksum(bytes), true)
  return bytes
}

export function fromBytes(saved: Uint8Array): Save {
  // A copy: a subclass such as Node's Buffer would share its memory with its slices.
  const bytes = new Uint8Array(saved)
  const view = new DataView(bytes.buffer)
  if (bytes.length < HEADER || view.getUint32(0, true) !== MAGIC) {
    throw new ArgumentError('these bytes are not a save of a learner', 'bad-save')
  }
  checkVersion(view.getUint32(4, true))
  if (view.getUint32(8, true) !== bytes.length - HEADER) {
    throw new ArgumentError(
      `the save is damaged: ${bytes.length - HEADER} bytes where ${view.getUint32(8, true)} were written`,
      'bad-save',
    )
  }
  const sum = view.getUint32(12, true)
  view.setUint32(12, 0, true)
  if (checksum(bytes) !== sum)
    throw new ArgumentError('the save is damaged: its checksum does not fit', 'bad-save')
  return expectSave(decode(bytes.subarray(HEADER)))
}

export function toJson(save: Save): string {
  const body = encodeJson(save)
  const sum = checksum(new TextEncoder().encode(body))
  return `{"credence":${VERSION},"checksum":${sum},"save":${body}}`
}

export function fromJson(text: string): Save {
  const [, version, sum, body] = /^\{"credence":(\d+),"checksum":(\d+),"save":(.*)\}$/s.exec(text) ?? []
  if (version === undefined) throw new ArgumentError('this text is not a save of a learner', 'bad-save')
  checkVersion(Number(version))
  if (checksum(new TextEncoder().encode(body)) !== Number(sum)) {
    throw new ArgumentError('the save is damaged: its checksum does not fit', 'bad-save')
  }
  return expectSave(decodeJson(body as string))
}

function expectSave(value: unknown): Save {
  if (isRecord(value) && 'description' in value && 'state' in value) return value as unknown as Save
  throw new ArgumentError('the save holds no description and no state', 'bad-save')
}

/** Refuses a state that another kind of learner made, and says in what they differ. */
export function expectSame(description: unknown, own: unknown, path = ''): void {
  if (isRecord(description) && isRecord(own)) {
    for (const name of new Set([...Object.keys(own), ...Object.keys(description)])) {
      expectSame(description[name], own[name], path ? `${path}.${name}` : name)
    }
  } else if (Array.isArray(description) && Array.isArray(own)) {
    expectSame(description.length, own.length, `the number of ${path}`)
    own.forEach((item, i) => {
      expectSame(description[i], item, `${path}[${i}]`)
    })
  } else if (!Object.is(description, own)) {
    throw new ArgumentError(
      `the save is of another learner: ${withoutFrames(path)} is ${show(own)} here and ${show(description)} in the save`,
      'other-save',
    )
  }
}

/** `of.of.horizon` is the horizon, whatever is built around what has it. */
function withoutFrames(path: string): string {
  return path.replace(/^(?:of\.)+/, '')
}

function checkVersion(version: number): void {
  if (version === VERSION) return
  const who = version > VERSION ? 'a newer' : 'an older'
  throw new ArgumentError(
    `the save has version ${version}, and this program reads version ${VERSION}: ${who} program wrote it`,
    'save-version',
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
