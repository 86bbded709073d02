import { randomBytes } from 'node:crypto'
import { attribute, exportEvery, nanoseconds, type OtlpOptions, resourceOf, SCOPE } from './otlp.ts'

/** What others see of a span: the trace it is part of, and its own number. */
export interface SpanContext {
  readonly trace: string
  readonly span: string
}

export interface Span extends SpanContext {
  readonly parent: string
  readonly name: string
  /** The caller asked for it, or it is a part of what was asked for. */
  readonly kind: 'server' | 'internal'
  /** Milliseconds since 1970. */
  readonly start: number
  readonly end: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly failed?: boolean
}

/** Spans that wait to be sent: above it they are let go. */
const WAITING = 4096

/** The place of a request in a trace whose caller wants it recorded; undefined for all others. W3C Trace Context. */
export function sampled(traceparent: string | undefined): SpanContext | undefined {
  const [, trace, span, flags] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/.exec(traceparent ?? '') ?? []
  if (!trace || !span || !flags || /^0+$/.test(trace) || /^0+$/.test(span)) return undefined
  return (Number.parseInt(flags, 16) & 1) === 1 ? { trace, span } : undefined
}

/** A span within another one. */
export function within({ trace, span: parent }: SpanContext): SpanContext & { parent: string } {
  return { trace, parent, span: randomBytes(8).toString('hex') }
}

/** Spans on their way to a collector, as OTLP in JSON over HTTP. */
export class Spans {
  #waiting: Span[] = []
  readonly #stop: () => Promise<void>

  constructor(options: OtlpOptions, failed: (error: unknown) => void) {
    this.#stop = exportEvery(options, failed, async () => {
      const spans = this.#waiting.map(toOtlp)
      this.#waiting = []
      if (spans.length === 0) return undefined
      return { resourceSpans: [{ ...resourceOf(options), scopeSpans: [{ scope: SCOPE, spans }] }] }
    })
  }

  add(span: Span): void {
    if (this.#waiting.length < WAITING) this.#waiting.push(span)
  }

  /** Sends what waits. */
  stop(): Promise<void> {
    return this.#stop()
  }
}

/** In the form of opentelemetry.proto.trace.v1, as JSON. */
function toOtlp({ trace, span, parent, name, kind, start, end, attributes, failed }: Span): object {
  return {
    traceId: trace,
    spanId: span,
    parentSpanId: parent,
    name,
    kind: kind === 'server' ? 2 : 1,
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: Object.entries(attributes).map(([key, value]) =>
      typeof value === 'number' ? { key, value: { intValue: String(value) } } : attribute(key, value),
    ),
    status: failed ? { code: 2 } : {},
  }
}
