import { Counter, Gauge, Histogram, Registry } from 'prom-client'

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** The counters of one model. Kept, because finding one by its labels costs a microsecond, and a round has six. */
interface ModelMetrics {
  readonly rounds: Counter.Internal
  readonly loss: Counter.Internal
  readonly intervals: Counter.Internal
  readonly covered: Counter.Internal
  readonly width: Counter.Internal
  readonly target: Gauge.Internal<string>
  readonly answered: Map<string, Counter.Internal>
}

/** What Prometheus reads. Series are by model, operation and status, never by key. */
export class Metrics {
  readonly registry: Registry = new Registry()
  readonly #byModel = new Map<string, ModelMetrics>()
  readonly events = this.#counter('events_total', 'Events answered.', ['model', 'op', 'status'])
  readonly repeated = this.#counter('events_repeated_total', 'Events that had been answered before.', [])
  readonly fenced = this.#counter('fenced_total', 'Commits refused because another worker had written.', [])
  readonly committed = this.#histogram('commit_seconds', 'Time of a commit.')
  readonly batch = new Histogram({
    name: 'credence_batch_events',
    help: 'Events in one commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    registers: [this.registry],
  })
  readonly activated = this.#counter('activations_total', 'Keys read from the journal.', [])
  readonly activation = this.#histogram('activation_seconds', 'Time to read the keys of a batch.')
  readonly rounds = this.#counter('rounds_total', 'Rounds learnt.', ['model'])
  readonly intervals = this.#counter('intervals_total', 'Outcomes whose forecast had an interval.', ['model'])
  readonly covered = this.#counter('covered_total', 'Outcomes inside their interval.', ['model'])
  readonly width = this.#counter('interval_width_total', 'Sum of the widths of finite intervals.', ['model'])
  readonly loss = this.#counter('loss_total', 'Sum of losses.', ['model'])
  readonly target = this.#gauge('coverage_target', 'The coverage asked for.', ['model'])
  readonly alerts = this.#counter('alerts_total', 'Alerts raised.', ['model', 'kind'])
  readonly told = this.#counter('alerts_told_total', 'Attempts to tell an alert.', ['outcome'])
  readonly requests = new Histogram({
    name: 'credence_http_request_seconds',
    help: 'Time of a request.',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  })
  readonly live = this.#gauge('live_keys', 'Keys in memory.', [])
  readonly waiting = this.#gauge('waiting_events', 'Events that wait for a commit.', [])
  readonly watchers = this.#gauge('watchers', 'Open live connections.', [])

  /** What is measured of one model. */
  of(model: string): ModelMetrics {
    const known = this.#byModel.get(model)
    if (known) return known
    const { rounds, loss, intervals, covered, width, target } = this
    const made: ModelMetrics = {
      rounds: rounds.labels(model),
      loss: loss.labels(model),
      intervals: intervals.labels(model),
      covered: covered.labels(model),
      width: width.labels(model),
      target: target.labels(model),
      answered: new Map(),
    }
    this.#byModel.set(model, made)
    return made
  }

  /** Counts an event that was answered. */
  answered(model: string, op: string, status: number): void {
    const { answered } = this.of(model)
    const name = `${op} ${status}`
    const counter = answered.get(name) ?? this.events.labels(model, op, String(status))
    answered.set(name, counter)
    counter.inc()
  }

  #counter(name: string, help: string, labelNames: string[]): Counter {
    return new Counter({ name: `credence_${name}`, help, labelNames, registers: [this.registry] })
  }

  #gauge(name: string, help: string, labelNames: string[]): Gauge {
    return new Gauge({ name: `credence_${name}`, help, labelNames, registers: [this.registry] })
  }

  #histogram(name: string, help: string): Histogram {
    return new Histogram({ name: `credence_${name}`, help, buckets: SECONDS, registers: [this.registry] })
  }
}
