import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { ArgumentError } from 'credence'

/** A series of Prometheus with samples. */
export interface WrittenSeries {
  readonly labels: readonly (readonly [name: string, value: string])[]
  readonly samples: readonly Sample[]
}

export interface Sample {
  readonly value: number
  /** Milliseconds since 1970. */
  readonly timestamp: number
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
  try {
    fields(bytes, (number, reader) => {
      if (number === 1) series.push(readSeries(reader.bytes()))
      return number === 1
    })
  } catch (error) {
    throw new ArgumentError(`the write request is damaged: ${(error as Error).message}`)
  }
  return series
}

/** Calls `read` for each field; what it does not read is skipped. */
function fields(bytes: Uint8Array, read: (number: number, reader: BinaryReader) => boolean): void {
  const reader = new BinaryReader(bytes)
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag()
    if (!read(number, reader)) reader.skip(type, number)
  }
}

function readSeries(bytes: Uint8Array): WrittenSeries {
  const labels: (readonly [string, string])[] = []
  const samples: Sample[] = []
  fields(bytes, (number, reader) => {
    if (number === 1) labels.push(readLabel(reader.bytes()))
    else if (number === 2) samples.push(readSample(reader.bytes()))
    else return false
    return true
  })
  return { labels, samples }
}

function readLabel(bytes: Uint8Array): readonly [string, string] {
  const parts: [string, string] = ['', '']
  fields(bytes, (number, reader) => {
    if (number !== 1 && number !== 2) return false
    parts[number - 1] = reader.string(true)
    return true
  })
  return parts
}

function readSample(bytes: Uint8Array): Sample {
  let value = 0
  let timestamp = 0
  fields(bytes, (number, reader) => {
    if (number === 1) value = reader.double()
    else if (number === 2) timestamp = Number(reader.int64())
    else return false
    return true
  })
  return { value, timestamp }
}

/** The reverse. Labels must be in order, as Prometheus asks for. */
export function writeWriteRequest(series: readonly WrittenSeries[]): Uint8Array {
  const writer = new BinaryWriter()
  for (const { labels, samples } of series) {
    writer.tag(1, WireType.LengthDelimited).fork()
    for (const [name, value] of labels) {
      writer.tag(1, WireType.LengthDelimited).fork()
      writer.tag(1, WireType.LengthDelimited).string(name)
      writer.tag(2, WireType.LengthDelimited).string(value).join()
    }
    for (const { value, timestamp } of samples) {
      writer.tag(2, WireType.LengthDelimited).fork()
      writer.tag(1, WireType.Bit64).double(value)
      writer.tag(2, WireType.Varint).int64(timestamp).join()
    }
    writer.join()
  }
  return writer.finish()
}

/** The series as Prometheus writes it: `name{label="value",…}`, labels in order. */
export function seriesKey({ labels }: Pick<WrittenSeries, 'labels'>): string {
  const name = labels.find(([label]) => label === '__name__')?.[1] ?? ''
  const rest = labels.filter(([label]) => label !== '__name__').sort(([a], [b]) => (a < b ? -1 : 1))
  if (rest.length === 0) return name
  return `${name}{${rest.map(([label, value]) => `${label}=${JSON.stringify(value)}`).join(',')}}`
}

const LABEL = /([A-Za-z_][\w.:]*)="((?:[^"\\]|\\.)*)"(,|\}$)/y

/** The labels of a key that `seriesKey` wrote; undefined for any other. */
export function labelsOf(key: string): (readonly [string, string])[] | undefined {
  const [, name, rest] = /^([A-Za-z_:][\w:.]*)(\{.*)?$/s.exec(key) ?? []
  if (name === undefined) return undefined
  const labels: (readonly [string, string])[] = [['__name__', name]]
  if (rest === undefined) return labels
  LABEL.lastIndex = 1
  for (;;) {
    const found = LABEL.exec(rest)
    if (!found) return undefined
    const value = parsed(`"${found[2]}"`)
    if (value === undefined) return undefined
    labels.push([found[1] as string, value])
    if (found[3] === '}') return labels
  }
}

function parsed(text: string): string | undefined {
  try {
    return JSON.parse(text) as string
  } catch {
    return undefined
  }
}
