import { amount, percentage } from '@credence/charts/page'
import { Drawn } from '../../../packages/web/src/drawn.tsx'
import { drawCoverage, drawLines } from '../../../packages/web/src/pictures.ts'
import { SeriesPicture } from '../../../packages/web/src/seriesPicture.tsx'
import { Choice, same } from './controls.tsx'
import { choices } from './place.ts'
import { frames, rounds } from './player.ts'
import { EXPERT, ROLLING } from './rounds.ts'

/** Everything that moves. */
export function Charts({ setBy }: { setBy: (by: string) => void }) {
  return (
    <div class="charts">
      <Forecasts />
      <Scores />
      <Experts setBy={setBy} />
    </div>
  )
}

/** The last rounds of a column, as many as are shown. */
function last<T>(column: readonly T[]): T[] {
  return column.slice(-choices.value.shown)
}

function Forecasts() {
  void frames.forecast.value
  const columns = {
    at: last(rounds.at),
    time: [],
    y: last(rounds.y),
    mean: last(rounds.mean),
    lower: last(rounds.lower),
    upper: last(rounds.upper),
  }
  return (
    <section data-last={rounds.last}>
      <h2>Forecasts, outcomes and intervals</h2>
      <SeriesPicture columns={columns} target={choices.value.coverage} />
    </section>
  )
}

function Scores() {
  void frames.scores.value
  const at = last(rounds.at)
  const [own, naive] = [rounds.error.at(-1), rounds.naive.at(-1)]
  return (
    <div class="pair">
      <section>
        <h2>
          {percentage(rounds.coverage.at(-1))} of the last {ROLLING} outcomes fell inside
        </h2>
        <Drawn
          draw={(width) =>
            drawCoverage({ at, time: [], rolling: last(rounds.coverage) }, choices.value.coverage, width)
          }
        />
      </section>
      <section>
        <h2>
          Off by {amount(own)}, the last value by {amount(naive)}
        </h2>
        <Drawn
          draw={(width) =>
            drawLines(
              at,
              [
                { label: 'last value', role: 'naive', values: last(rounds.naive) },
                { label: 'forecast', role: 'forecast', values: last(rounds.error) },
              ],
              `mean absolute error of the last ${ROLLING}`,
              width,
            )
          }
        />
      </section>
    </div>
  )
}

function Experts({ setBy }: { setBy: (by: string) => void }) {
  void frames.weights.value
  if (rounds.experts.length < 2) return null
  const at = last(rounds.at)
  const { bound } = rounds
  return (
    <div class="pair">
      <Weights at={at} setBy={setBy} />
      <section>
        <h2>Regret: own loss less that of the best expert so far</h2>
        <p class="cap">{bound === null ? '' : `Proven to stay below ${amount(bound)} now.`}</p>
        <Drawn
          draw={(width) =>
            drawLines(at, [{ label: 'regret', role: 'forecast', values: last(rounds.regret) }], 'loss', width)
          }
        />
      </section>
    </div>
  )
}

interface WeightsProps {
  readonly at: readonly number[]
  readonly setBy: (by: string) => void
}

function Weights({ at, setBy }: WeightsProps) {
  const by = rounds.by(choices.value.by)
  const lines = rounds
    .weightLines(by, choices.value.shown)
    .map((line) => ({ ...line, now: line.values.at(-1) ?? 0 }))
    .sort((a, b) => b.now - a.now)
  const [first] = lines
  return (
    <section>
      <h2>{first ? `“${first.label}” has most weight, ${percentage(first.now)}` : 'Weights'}</h2>
      <p class="cap">
        Of {rounds.experts.length} experts{by === EXPERT ? '' : `, by ${by}`}; the two heaviest are named.
      </p>
      <Drawn
        draw={(width) =>
          drawLines(
            at,
            lines.map(({ label, values }, rank) => ({
              label: rank < 2 ? label : '',
              role: rank === 0 ? 'forecast' : rank === 1 ? 'naive' : 'other',
              values,
            })),
            'weight',
            width,
            true,
          )
        }
      />
      <Choice label="weights by " value={by} among={same([...rounds.axes, EXPERT])} set={setBy} />
    </section>
  )
}
