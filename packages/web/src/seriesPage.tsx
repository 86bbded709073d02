import { amount, moment, percentage, rankedBars } from '@credence/charts/page'
import type { KeyView, PathStep } from '@credence/client'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask, client } from './connection.ts'
import { Drawn } from './drawn.tsx'
import { drawCoverage, drawLines, drawVersions, lastOf, meanErrors } from './pictures.ts'
import { type Columns, Rounds, SHOWN } from './rounds.ts'
import { SeriesPicture } from './seriesPicture.tsx'

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
  const path = useSignal<readonly PathStep[]>([])

  useEffect(() => {
    rounds.current = new Rounds()
    moments.value = []
    view.value = undefined
    path.value = []
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
      if (seen.rounds !== view.value?.rounds) path.value = await nextOf(model, name)
      view.value = seen
      moments.value = remember(moments.value, seen)
    }
    const recall = async (): Promise<void> => {
      const kept = await client().history(model, name, { last: SHOWN })
      if (!abort.signal.aborted && rounds.current.addPast(kept)) redraw()
    }
    // Where the service keeps no history, the page begins with what comes.
    void recall()
      .catch(() => {})
      .then(follow)
      .catch(() => {})
    void look()
    const timer = setInterval(() => void look(), 1000)
    return () => {
      abort.abort()
      clearInterval(timer)
    }
  }, [model, name])

  const columns = rounds.current.columns
  const seen = view.value
  const target = seen?.target ?? 0.9
  const alerts = alertsOf(rounds.current.alerts, seen)
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
      {seen ? <p class="lede">{sentenceOf(seen, columns.rolling.at(-1) ?? null)}</p> : null}
      <Alerts model={model} name={name} shown={alerts} open={(seen?.alerts.length ?? 0) > 0} />
      {columns.probability.some((p) => p !== null) ? (
        <ClassCharts columns={columns} />
      ) : (
        <NumberCharts columns={columns} target={target} alerts={alerts} path={path.value} />
      )}
      {seen && seen.weights.length > 0 && moments.value.length > 1 ? (
        <div class="pair">
          <WeightChart moments={moments.value} view={seen} />
          <RegretChart moments={moments.value} reason={reasonOf(seen)} />
        </div>
      ) : null}
      {seen && seen.shadows.length > 0 ? (
        <>
          <Versions columns={columns} view={seen} />
          <Shadows view={seen} />
        </>
      ) : null}
    </article>
  )
}

/** Rounds that can be chosen to be shown. */
const SPANS = [60, 150, SHOWN]

/** Of numbers: the forecast with its interval, and how often the interval covers. */
function NumberCharts({
  columns,
  target,
  alerts,
  path,
}: {
  columns: Columns
  target: number
  alerts: readonly { at: number; reason: string }[]
  path: readonly PathStep[]
}) {
  const span = useSignal(SPANS[0] as number)
  const shown = lastOf(columns, span.value)
  return (
    <>
      <section>
        <div class="heading">
          <h2>Forecasts, outcomes and intervals</h2>
          <fieldset class="tools" aria-label="How much is shown">
            {SPANS.map((rounds) => (
              <button
                key={rounds}
                type="button"
                aria-pressed={span.value === rounds}
                onClick={() => {
                  span.value = rounds
                }}
              >
                {rounds} rounds
              </button>
            ))}
          </fieldset>
        </div>
        <SeriesPicture columns={shown} target={target} alerts={alerts} path={path} />
      </section>
      <section>
        <h2>Inside, of the last 50 outcomes</h2>
        <p class="cap">
          <i class="m m-chance" />
          what chance allows for so many.
        </p>
        <Drawn draw={(width) => drawCoverage(shown, target, width)} />
      </section>
    </>
  )
}

function ClassCharts({ columns }: { columns: Columns }) {
  const known = columns.probability.filter((p): p is number => p !== null)
  const mean = known.reduce((sum, p) => sum + p, 0) / Math.max(1, known.length)
  return (
    <section>
      <h2>The class that came had a probability of {percentage(mean)} on average</h2>
      <p class="cap">Of the last {known.length.toLocaleString('en')} outcomes, over 25 of them at a time.</p>
      <Drawn
        draw={(width) =>
          drawLines(
            columns.at,
            [{ label: 'probability', role: 'forecast', values: rolled(columns.probability, 25) }],
            'probability of the class that came',
            width,
            true,
          )
        }
      />
    </section>
  )
}

function rolled(values: readonly (number | null)[], over: number): (number | null)[] {
  return values.map((_, i) => {
    const near = values.slice(Math.max(0, i - over + 1), i + 1).filter((p): p is number => p !== null)
    return near.length === 0 ? null : near.reduce((sum, p) => sum + p, 0) / near.length
  })
}

/** How far the version that answers and those in its shadow were off, for the same outcomes. */
function Versions({ columns, view }: { columns: Columns; view: KeyView }) {
  const shadows = view.shadows.map(({ version }) => version)
  const last = Array.from(meanErrors(columns, [view.version, ...shadows]), ([version, values]) => ({
    version,
    error: values.at(-1) ?? null,
  }))
  const [best] = last
    .flatMap(({ version, error }) => (error === null ? [] : { version, error }))
    .sort((a, b) => a.error - b.error)
  return (
    <section>
      <h2>{best ? `version ${best.version} is closest, off by ${amount(best.error)}` : 'Versions'}</h2>
      <p class="cap">
        {best
          ? 'The distance of forecasts from outcomes, over the last 50 that all versions forecast.'
          : 'Ten outcomes that all versions forecast are needed.'}
      </p>
      <Drawn draw={(width) => drawVersions(columns, view.version, shadows, width)} />
    </section>
  )
}

/** The version that answers beside those that learn in its shadow. */
function Shadows({ view }: { view: KeyView }) {
  const all = [{ ...view.health, version: view.version }, ...view.shadows]
  const known = all.flatMap(({ version, meanLoss, coverage, meanWidth }) =>
    meanLoss === null
      ? []
      : [
          {
            name: `version ${version}${version === view.version ? ', live' : ''}`,
            value: meanLoss - Math.min(0, ...all.map((one) => one.meanLoss ?? 0)),
            label: amount(meanLoss),
            note: `held ${percentage(coverage)}, width ${amount(meanWidth)}`,
          },
        ],
  )
  const best = [...known].sort((a, b) => a.value - b.value)[0]
  return (
    <section>
      <h2>{best ? `${best.name.replace(', live', '')} has the smallest loss` : 'Versions'}</h2>
      <p class="cap">Mean loss of the version that answers and of those in its shadow; less is better.</p>
      <Drawn draw={(width) => rankedBars(width, known, 'Mean loss by version')} />
    </section>
  )
}

/** How it fares, in one sentence. */
function sentenceOf({ health, rounds, target, version }: KeyView, lately: number | null): string {
  const { coverage, meanWidth } = health
  const now = lately === null ? '' : `${percentage(lately)} of the last 50 and `
  const held =
    coverage === null
      ? 'No interval was judged yet'
      : `${now}${percentage(coverage, 1)} of all outcomes fell inside, ${percentage(target)} were asked for`
  const wide = meanWidth === null ? '' : `; intervals were ${amount(meanWidth)} wide on average`
  return `${held}${wide}. ${rounds.toLocaleString('en')} outcomes, version ${version} of the model.`
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

/** Outcomes ahead that are drawn. */
const AHEAD = 12

/** The forecasts of the next outcomes; none where the model needs more than the past. */
async function nextOf(model: string, name: string): Promise<readonly PathStep[]> {
  try {
    return (await client().path(model, name, AHEAD)).path
  } catch {
    return []
  }
}

interface ShownAlert {
  readonly seq: number
  readonly at: number
  readonly reason: string
}

/** Each alert once, the latest first: where its round is known, at the time of its outcome. */
function alertsOf(past: readonly ShownAlert[], view: KeyView | undefined): ShownAlert[] {
  const known = new Map([...(view?.alerts ?? []), ...past].map((one) => [`${one.seq}${one.reason}`, one]))
  return [...known.values()].sort((a, b) => b.seq - a.seq)
}

interface AlertsProps {
  readonly model: string
  readonly name: string
  readonly shown: readonly ShownAlert[]
  /** Whether one of them was not noted yet. */
  readonly open: boolean
}

function Alerts({ model, name, shown, open }: AlertsProps) {
  if (shown.length === 0) return null
  return (
    <section class="alerts" aria-label="alerts">
      <ul>
        {shown.slice(0, 6).map(({ seq, at, reason }) => (
          <li key={`${seq}${reason}`}>
            <time>{moment(at, 1000)}</time> {reason}
          </li>
        ))}
      </ul>
      {open ? (
        <button type="button" onClick={() => void ask((client) => client.clearAlerts(model, name))}>
          noted
        </button>
      ) : null}
    </section>
  )
}

function WeightChart({ moments, view }: { moments: readonly Moment[]; view: KeyView }) {
  const all = view.weights
  const named = differing(all.map(({ expert }) => expert))
  const experts = all
    .map(({ expert, weight }, k) => ({ k, weight, label: nameOf(expert, named) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, EXPERTS)
  const [first] = experts
  return (
    <section>
      <h2>{first ? `“${first.label}” has most weight, ${percentage(first.weight)}` : 'Weights'}</h2>
      <p class="cap">Of {all.length} experts; the two heaviest are named.</p>
      <Drawn
        draw={(width) =>
          drawLines(
            moments.map(({ round }) => round),
            experts.map(({ k, label }, rank) => ({
              label: rank < 2 ? label : '',
              role: rank === 0 ? 'forecast' : rank === 1 ? 'naive' : 'other',
              values: moments.map(({ weights }) => weights[k] ?? null),
            })),
            'weight',
            width,
            true,
          )
        }
      />
    </section>
  )
}

function RegretChart({ moments, reason }: { moments: readonly Moment[]; reason: string | undefined }) {
  const last = moments.at(-1)
  const bound = last?.bound ?? null
  const regret = last?.regret ?? null
  const title =
    regret === null
      ? 'Regret'
      : regret <= 0
        ? `${amount(-regret)} less lost than the best expert`
        : `${amount(regret)} more lost than the best expert`
  return (
    <section>
      <h2>{title}</h2>
      <p class="cap">
        {bound === null
          ? reason === undefined
            ? ''
            : `No bound is claimed: ${reason}.`
          : `Proven to stay below ${amount(bound)}.`}
      </p>
      <Drawn
        draw={(width) =>
          drawLines(
            moments.map(({ round }) => round),
            [{ label: 'regret', role: 'forecast', values: moments.map((one) => one.regret) }],
            'loss less that of the best expert',
            width,
          )
        }
      />
    </section>
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
