import { ordered } from '@credence/charts'
import type { KeyView } from '@credence/client'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Chart } from './chart.tsx'
import { ask, client } from './connection.ts'
import { Figures } from './figures.tsx'
import { type Columns, Rounds, SHOWN } from './rounds.ts'

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
          <RegretChart moments={moments.value} />
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
          { label: 'forecast', values: columns.mean, colour: 'forecast' },
          { label: 'outcome', values: columns.y, colour: 'outcome', points: true },
        ]}
      />
      <Chart
        title="coverage of the last 50 outcomes"
        at={columns.at}
        height={130}
        range={[0, 1.02]}
        lines={[
          { label: 'coverage', values: columns.rolling, colour: 'forecast' },
          { label: 'asked for', values: columns.at.map(() => target), colour: 'soft', dash: [5, 4] },
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
            <time>{new Date(at).toLocaleTimeString()}</time> {reason}
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
  const experts = (view?.weights ?? [])
    .map(({ expert, weight }, k) => ({ k, weight, label: nameOf(expert) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, EXPERTS)
    .sort((a, b) => a.k - b.k)
  const colours = ordered(Math.max(1, experts.length))
  return (
    <Chart
      title={experts.length > 0 ? `weights of ${experts.length} experts` : 'weights'}
      at={moments.map(({ round }) => round)}
      range={[0, 1.02]}
      lines={experts.map(({ k, label }, i) => ({
        label,
        values: moments.map(({ weights }) => weights[k] ?? null),
        colour: colours[i] as string,
      }))}
    />
  )
}

function RegretChart({ moments }: { moments: readonly Moment[] }) {
  return (
    <Chart
      title="regret, under its bound"
      at={moments.map(({ round }) => round)}
      lines={[
        { label: 'regret', values: moments.map(({ regret }) => regret), colour: 'forecast' },
        { label: 'bound', values: moments.map(({ bound }) => bound), colour: 'soft', dash: [5, 4] },
      ]}
    />
  )
}

function nameOf(expert: unknown): string {
  if (typeof expert !== 'object' || expert === null) return String(expert)
  return Object.entries(expert)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}
