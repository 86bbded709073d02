import type { KeyView, PathStep } from '@credence/client'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Alerts, alertsOf } from './alerts.tsx'
import { ClassCharts, NumberCharts } from './charts.tsx'
import { ColumnsPicture } from './columnsPicture.tsx'
import { ask, client } from './connection.ts'
import { Experts, type Moment, remember } from './experts.tsx'
import { Rounds, SHOWN } from './rounds.ts'
import { storyOf } from './story.ts'
import { Shadows, Versions } from './versions.tsx'

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
        <a class="back" href={`#/${encodeURIComponent(model)}`}>
          ← all series
        </a>
        <h1>{name}</h1>
        <span class={connected.value ? 'live on' : 'live'}>
          {connected.value ? 'live' : 'reconnecting …'}
        </span>
      </header>
      {seen ? <p class="lede">{storyOf(seen, columns, path.value)}</p> : null}
      <Alerts model={model} name={name} shown={alerts} open={(seen?.alerts.length ?? 0) > 0} />
      {columns.probability.some((p) => p !== null) ? (
        <ClassCharts columns={columns} />
      ) : (
        <NumberCharts columns={columns} target={target} alerts={alerts} path={path.value} />
      )}
      {seen ? <ColumnsPicture model={model} name={name} /> : null}
      {seen ? <Experts moments={moments.value} view={seen} /> : null}
      {seen && seen.shadows.length > 0 ? (
        <>
          <Versions columns={columns} view={seen} />
          <Shadows view={seen} />
        </>
      ) : null}
    </article>
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
