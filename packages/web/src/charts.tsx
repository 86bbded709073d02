import { percentage } from '@credence/charts/page'
import type { PathStep } from '@credence/client'
import { useSignal } from '@preact/signals'
import { Drawn } from './drawn.tsx'
import { drawCoverage, drawLines, futureOf, lastOf, spanOf } from './pictures.ts'
import { type Columns, SHOWN } from './rounds.ts'
import { SeriesPicture } from './seriesPicture.tsx'
import { lately } from './story.ts'

/** Rounds that can be chosen to be shown. */
const SPANS = [60, 150, SHOWN]

/** Of numbers: the forecast with its interval, and how often the interval covers. */
export function NumberCharts({
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
  const future = futureOf(shown, path)
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
        <SeriesPicture columns={shown} target={target} alerts={alerts} future={future} />
      </section>
      <section>
        <h2>{lately(shown, target)}</h2>
        <p class="cap">
          Share of the last 50 outcomes inside their intervals; <i class="m m-chance" />
          what chance allows for so many.
        </p>
        <Drawn draw={(width) => drawCoverage(shown, target, width, spanOf(shown, future, width))} />
      </section>
    </>
  )
}

export function ClassCharts({ columns }: { columns: Columns }) {
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
