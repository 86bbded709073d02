import { ordered } from '@credence/charts'
import type { KeyView } from '@credence/client'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Chart } from './chart.tsx'
import { ask, client } from './connection.ts'
import { Figures } from './figures.tsx'
import { type Columns, Rounds, SHOWN } from './rounds.ts'
import { theme } from './theme.ts'

interface Moment {
  readonly round: number
  readonly weights: readonly number[]
  readonly regret: number | null
  readonly bound: number | null
}

/** Experts whose weights are drawn: those with the most now. */
const EXPERTS = 8

/** One series, live. */
export function SeriesPage({ model, name }: { model: string; name: string }) {
  const rounds = useRef(new Rounds())
  const frame = useSignal(0)
  const connected = useSignal(false)
  const view = useSignal<KeyView | undefined>(undefined)
  const moments = useSignal<readonly Moment[]>([])

  useEffect(() => {
    rounds.current = new Rounds()
    moments.value = []
    view.value = undefined
    const abort = new AbortController()
    let waiting = false
    const redraw = (): void => {
      if (waiting) return
      waiting = true
      requestAnimationFrame(() => {
        waiting = false
        frame.value++
      })
    }
    const follow = async (): Promise<void> => {
      const options = {
        model,
        key: name,
        signal: abort.signal,
        onState: (state: string) => (connected.value = state === 'open'),
      }
      for await (const event of client().live(options)) if (rounds.current.add(event)) redraw()
    }
    const look = async (): Promise<void> => {
      const seen = await ask((client) => client.key(model, name))
      if (!seen || abort.signal.aborted) return
      view.value = seen
      moments.value = remember(moments.value, seen)
    }
    void follow().catch(() => {})
    void look()
    const timer = setInterval(() => void look(), 1000)
    return () => {
      abort.abort()
      clearInterval(timer)
    }
  }, [model, name])

  const columns = rounds.current.columns
  const seen = view.value
  return (
    <article
      data-frame={frame.value}
      data-first={columns.at[0]}
      data-last={columns.at.at(-1)}
      data-shown={columns.at.length}
    >
      <header class="title">
        <h1>{name}</h1>
        <span class={connected.value ? 'live on' : 'live'}>
          {connected.value ? 'live' : 'reconnecting …'}
        </span>
      </header>
      {seen ? <Numbers view={seen} /> : null}
      <Alerts model={model} name={name} view={seen} past={rounds.current.alerts} />
      {columns.probability.some((p) => p !== null) ? (
        <ClassCharts columns={columns} />
      ) : (
        <NumberCharts columns={columns} target={seen?.target ?? null} />
      )}
      {seen && seen.weights.length > 0 ? (
        <div class="pair">
          <WeightChart moments={moments.value} view={seen} />
          <RegretChart moments={moments.value} reason={reasonOf(seen)} />
        </div>
      ) : null}
    </article>
  )
}

/** Of numbers: the forecast with its interval, and how often the interval covers. */
function NumberCharts({ columns, target }: { columns: Columns; target: number | null }) {
  return (
    <>
      <Chart
        title="forecast, its interval, and what came"
        height={260}
        at={columns.at}
        band={[0, 1]}
        lines={[
          { label: 'lower', values: columns.lower, colour: 'edge', width: 0.5 },
          { label: 'upper', values: columns.upper, colour: 'edge', width: 0.5 },
          { label: 'forecast', values: columns.mean, colour: 'forecast', named: true },
          { label: 'outcome', values: columns.y, colour: 'outcome', points: true, named: true },
        ]}
      />
      <Chart
        title="coverage of the last 50 outcomes"
        at={columns.at}
        height={130}
        range={[0, 1.02]}
        lines={[
          { label: 'coverage', values: columns.rolling, colour: 'forecast', named: true },
          {
            label: 'asked for',
            values: columns.at.map(() => target),
            colour: 'soft',
            dash: [5, 4],
            named: true,
          },
        ]}
      />
    </>
  )
}

function ClassCharts({ columns }: { columns: Columns }) {
  return (
    <Chart
      title="probability that was given to the class that came"
      height={260}
      at={columns.at}
      range={[0, 1.02]}
      lines={[{ label: 'probability', values: columns.probability, colour: 'forecast', points: true }]}
    />
  )
}

function remember(moments: readonly Moment[], { rounds, weights, ledger }: KeyView): readonly Moment[] {
  if (moments.at(-1)?.round === rounds) return moments
  const { regret = null, bound = null } = (ledger?.total ?? {}) as {
    regret?: number | null
    bound?: number | null
  }
  return [...moments, { round: rounds, weights: weights.map(({ weight }) => weight), regret, bound }].slice(
    -SHOWN,
  )
}

function Numbers({ view }: { view: KeyView }) {
  const { health, rounds, target, version, shadows } = view
  const figures: [string, string][] = [
    ['rounds', rounds.toLocaleString()],
    [
      'coverage',
      health.coverage === null ? '–' : `${(100 * health.coverage).toFixed(1)} % of ${100 * target} %`,
    ],
    ['mean width', health.meanWidth === null ? '–' : health.meanWidth.toPrecision(4)],
    ['mean loss', health.meanLoss === null ? '–' : health.meanLoss.toPrecision(4)],
    [
      'version',
      `${version}${shadows.length > 0 ? ` (shadow ${shadows.map((shadow) => shadow.version).join(', ')})` : ''}`,
    ],
  ]
  return <Figures of={figures} />
}

/** The time, with its day where that is another than today. */
function momentOf(at: number): string {
  const when = new Date(at)
  const today = when.toDateString() === new Date().toDateString()
  return today ? when.toLocaleTimeString() : when.toLocaleString()
}

interface AlertsProps {
  readonly model: string
  readonly name: string
  readonly view: KeyView | undefined
  readonly past: readonly { seq: number; at: number; reason: string }[]
}

function Alerts({ model, name, view, past }: AlertsProps) {
  const open = view?.alerts ?? []
  const known = new Map([...past, ...open].map((alert) => [`${alert.seq}${alert.reason}`, alert]))
  const shown = [...known.values()].sort((a, b) => b.seq - a.seq).slice(0, 6)
  if (shown.length === 0) return null
  return (
    <section class="alerts" aria-label="alerts">
      <ul>
        {shown.map(({ seq, at, reason }) => (
          <li key={`${seq}${reason}`}>
            <time>{momentOf(at)}</time> {reason}
          </li>
        ))}
      </ul>
      {open.length > 0 ? (
        <button type="button" onClick={() => void ask((client) => client.clearAlerts(model, name))}>
          noted
        </button>
      ) : null}
    </section>
  )
}

function WeightChart({ moments, view }: { moments: readonly Moment[]; view: KeyView | undefined }) {
  const all = view?.weights ?? []
  const named = differing(all.map(({ expert }) => expert))
  const experts = all
    .map(({ expert, weight }, k) => ({ k, weight, label: nameOf(expert, named) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, EXPERTS)
    .sort((a, b) => a.k - b.k)
  // The darkest third of the scale cannot be seen on a dark page.
  const hidden = theme.value === 'dark' ? Math.ceil(experts.length / 2) : 0
  const colours = ordered(Math.max(1, experts.length + hidden)).slice(hidden)
  return (
    <Chart
      title={
        all.length > EXPERTS
          ? `weights of the first ${experts.length} of ${all.length} experts`
          : `weights of ${all.length} experts`
      }
      at={moments.map(({ round }) => round)}
      range={[0, 1.02]}
      lines={experts.map(({ k, label }, i) => ({
        label,
        values: moments.map(({ weights }) => weights[k] ?? null),
        colour: colours[i] as string,
        named: true,
      }))}
    />
  )
}

function RegretChart({ moments, reason }: { moments: readonly Moment[]; reason: string | undefined }) {
  const bounded = moments.some(({ bound }) => bound !== null)
  return (
    <Chart
      title={bounded ? 'regret, under its bound' : 'regret'}
      note={bounded || reason === undefined ? undefined : `No bound is claimed: ${reason}.`}
      at={moments.map(({ round }) => round)}
      lines={[
        {
          label: 'regret',
          values: moments.map(({ regret }) => regret),
          colour: 'forecast',
          named: true,
        },
        {
          label: 'bound',
          values: moments.map(({ bound }) => bound),
          colour: 'soft',
          dash: [5, 4],
          named: bounded,
        },
      ]}
    />
  )
}

/** Why no bound is claimed. */
function reasonOf({ ledger }: KeyView): string | undefined {
  return (ledger?.total as { reason?: string } | undefined)?.reason
}

/** The settings in which experts differ: those that they share name none of them. */
function differing(experts: readonly unknown[]): ReadonlySet<string> {
  const values = new Map<string, Set<string>>()
  for (const expert of experts) {
    for (const [name, value] of Object.entries(Object(expert) as object)) {
      values.set(name, (values.get(name) ?? new Set()).add(String(value)))
    }
  }
  return new Set([...values].filter(([, seen]) => seen.size > 1).map(([name]) => name))
}

function nameOf(expert: unknown, named: ReadonlySet<string>): string {
  if (typeof expert !== 'object' || expert === null) return String(expert)
  const settings = Object.entries(expert)
  const telling = settings.filter(([name]) => named.has(name))
  return (telling.length > 0 ? telling : settings).map(([name, value]) => `${name} ${value}`).join(', ')
}
