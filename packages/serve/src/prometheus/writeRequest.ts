import { ArgumentError } from 'credence'

/** A series of Prometheus with new samples. */
export interface WrittenSeries {
  readonly labels: readonly (readonly [name: string, value: string])[]
  readonly samples: readonly { readonly value: number; readonly timestamp: number }[]
}

/**
 * Reads a WriteRequest of remote write 1.0 from protobuf.
 *
 *     WriteRequest { repeated TimeSeries timeseries = 1 }
 *     TimeSeries   { repeated Label labels = 1; repeated Sample samples = 2 }
 *     Label        { string name = 1; string value = 2 }
 *     Sample       { double value = 1; int64 timestamp = 2 }
 */
export function readWriteRequest(bytes: Uint8Array): WrittenSeries[] {
  const series: WrittenSeries[] = []
  for (const field of fieldsOf(bytes)) if (field.number === 1) series.push(readSeries(expectBytes(field)))
  return series
}

function readSeries(bytes: Uint8Array): WrittenSeries {
  const labels: (readonly [string, string])[] = []
  const samples: { value: number; timestamp: number }[] = []
  for (const field of fieldsOf(bytes)) {
    if (field.number === 1) labels.push(readLabel(expectBytes(field)))
    if (field.number === 2) samples.push(readSample(expectBytes(field)))
  }
  return { labels, samples }
}

function readLabel(bytes: Uint8Array): readonly [string, string] {
  const parts = ['', '']
  for (const field of fieldsOf(bytes)) {
    if (field.number === 1 || field.number === 2) {
      parts[field.number - 1] = new TextDecoder('utf-8', { fatal: true }).decode(expectBytes(field))
    }
  }
  return parts as [string, string]
}

function readSample(bytes: Uint8Array): { value: number; timestamp: number } {
  let value = 0
  let timestamp = 0
  for (const { number, content } of fieldsOf(bytes)) {
    if (number === 1 && content instanceof Uint8Array && content.length === 8) {
      value = new DataView(content.buffer, content.byteOffset).getFloat64(0, true)
    }
    if (number === 2 && typeof content === 'bigint') timestamp = Number(BigInt.asIntN(64, content))
  }
  return { value, timestamp }
}

interface Field {
  readonly number: number
  readonly content: bigint | Uint8Array
}

function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      if (at >= bytes.length) throw new ArgumentError('the write request is cut short')
      const byte = bytes[at++] as number
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
    throw new ArgumentError('the write request is damaged')
  }
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new ArgumentError('the write request is cut short')
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const kind = tag & 7
    const number = tag >>> 3
    if (kind === 0) yield { number, content: varint() }
    else if (kind === 1) yield { number, content: take(8) }
    else if (kind === 2) yield { number, content: take(Number(varint())) }
    else if (kind === 5) yield { number, content: take(4) }
    else throw new ArgumentError('the write request is damaged')
  }
}

function expectBytes({ content }: Field): Uint8Array {
  if (content instanceof Uint8Array) return content
  throw new ArgumentError('the write request is damaged')
}

/** The series as Prometheus writes it: `name{label="value",…}`, labels in order. */
export function seriesKey({ labels }: WrittenSeries): string {
  const name = labels.find(([label]) => label === '__name__')?.[1] ?? ''
  const rest = labels.filter(([label]) => label !== '__name__').sort(([a], [b]) => (a < b ? -1 : 1))
  if (rest.length === 0) return name
  return `${name}{${rest.map(([label, value]) => `${label}=${JSON.stringify(value)}`).join(',')}}`
}
