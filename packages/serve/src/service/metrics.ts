import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** What was counted of one model since Prometheus read it last: a counter with labels costs a microsecond, and a round has six. */
interface Tally {
  rounds: number
  loss: number
  intervals: number
  covered: number
  width: number
  /** Undefined until an interval came. */
  target: number | undefined
  readonly answered: Map<string, { readonly op: string; readonly status: number; count: number }>
}

type Summed = 'rounds' | 'loss' | 'intervals' | 'covered' | 'width'

/** What Prometheus reads. Series are by model, operation and status, never by key. */
export class Metrics {
  readonly registry: Registry = new Registry()
  readonly #byModel = new Map<string, Tally>()
  readonly events = this.#counter(
    'events_total',
    'Events answered.',
    ['model', 'op', 'status'],
    (counter) => {
      for (const [model, { answered }] of this.#byModel) {
        for (const said of answered.values()) {
          counter.inc({ model, op: said.op, status: said.status }, said.count)
          said.count = 0
        }
      }
    },
  )
  readonly repeated = this.#counter('events_repeated_total', 'Events that had been answered before.', [])
  readonly fenced = this.#counter('fenced_total', 'Commits refused because another worker had written.', [])
  readonly committed = this.#histogram('commit_seconds', 'Time of a commit.')
  readonly batch = new Histogram({
    name: 'credence_batch_events',
    help: 'Events in one commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    registers: [this.registry],
  })
  readonly broken = this.#counter('broken_keys_total', 'Times that a key could not be read.', ['model'])
  readonly activated = this.#counter('activations_total', 'Keys read from the journal.', [])
  readonly activation = this.#histogram('activation_seconds', 'Time to read the keys of a batch.')
  readonly rounds = this.#summed('rounds_total', 'Rounds learnt.', 'rounds')
  readonly intervals = this.#summed(
    'intervals_total',
    'Outcomes whose forecast had an interval.',
    'intervals',
  )
  readonly covered = this.#summed('covered_total', 'Outcomes inside their interval.', 'covered')
  readonly width = this.#summed('interval_width_total', 'Sum of the widths of finite intervals.', 'width')
  readonly loss = this.#summed('loss_total', 'Sum of losses.', 'loss')
  readonly target = this.#gauge('coverage_target', 'The coverage asked for.', ['model'], (gauge) => {
    for (const [model, { target }] of this.#byModel) if (target !== undefined) gauge.set({ model }, target)
  })
  readonly alerts = this.#counter('alerts_total', 'Alerts raised.', ['model', 'kind'])
  readonly told = this.#counter('alerts_told_total', 'Attempts to tell an alert.', ['target', 'outcome'])
  readonly writtenBack = this.#counter(
    'write_back_samples_total',
    'Samples of forecasts, by what became of them.',
    ['outcome'],
  )
  readonly requests = new Histogram({
    name: 'credence_http_request_seconds',
    help: 'Time of a request.',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  })
  readonly refused = this.#counter('http_refused_total', 'Requests that were refused or failed.', [
    'status',
    'reason',
  ])
  readonly live = this.#gauge('live_keys', 'Keys in memory.', [])
  readonly liveBytes = this.#gauge('live_bytes', 'Memory that the keys in memory take, about.', [])
  readonly keys = this.#gauge('keys', 'Keys in the database.', [])
  readonly disk = this.#gauge('disk_bytes', 'Bytes of the database.', [])
  readonly quota = this.#gauge(
    'disk_quota_bytes',
    'Bytes of the database above which no new key is taken.',
    [],
  )
  readonly expired = this.#counter('expired_total', 'What was removed because it was old enough.', ['what'])
  readonly waiting = this.#gauge('waiting_events', 'Events that wait for a commit.', [])
  readonly watchers = this.#gauge('watchers', 'Open live connections.', [])

  /** What Node says of the process: memory, processor time, lag of the loop, garbage. Once a process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry })
  }

  /** What is counted of one model. */
  of(model: string): Tally {
    let tally = this.#byModel.get(model)
    if (!tally) {
      tally = {
        rounds: 0,
        loss: 0,
        intervals: 0,
        covered: 0,
        width: 0,
        target: undefined,
        answered: new Map(),
      }
      this.#byModel.set(model, tally)
    }
    return tally
  }

  /** Counts an event that was answered. */
  answered(model: string, op: string, status: number): void {
    const { answered } = this.of(model)
    const name = `${op} ${status}`
    const known = answered.get(name)
    if (known) known.count++
    else answered.set(name, { op, status, count: 1 })
  }

  #counter(name: string, help: string, labelNames: string[], collect?: (counter: Counter) => void): Counter {
    return new Counter({ ...this.#named(name, help), labelNames, ...collecting(collect) })
  }

  /** A counter by model that takes over what was tallied. */
  #summed(name: string, help: string, what: Summed): Counter {
    return this.#counter(name, help, ['model'], (counter) => {
      for (const [model, tally] of this.#byModel) {
        // A counter refuses to grow by infinity.
        counter.inc({ model }, Math.min(tally[what], Number.MAX_VALUE))
        tally[what] = 0
      }
    })
  }

  #gauge(name: string, help: string, labelNames: string[], collect?: (gauge: Gauge) => void): Gauge {
    return new Gauge({ ...this.#named(name, help), labelNames, ...collecting(collect) })
  }

  #histogram(name: string, help: string): Histogram {
    return new Histogram({ ...this.#named(name, help), buckets: SECONDS })
  }

  #named(name: string, help: string): { name: string; help: string; registers: Registry[] } {
    return { name: `credence_${name}`, help, registers: [this.registry] }
  }
}

/** What is done before Prometheus reads. */
function collecting<Metric>(collect: ((metric: Metric) => void) | undefined): {
  collect?: (this: Metric) => void
} {
  if (!collect) return {}
  return {
    collect() {
      collect(this)
    },
  }
}
