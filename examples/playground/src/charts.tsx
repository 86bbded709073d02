import { ordered } from '@credence/charts'
import { Chart } from '../../../packages/web/src/chart.tsx'
import { Choice, same } from './controls.tsx'
import { choices } from './place.ts'
import { frames, rounds } from './player.ts'
import { EXPERT, ROLLING } from './rounds.ts'

const SYNC = 'playground'

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
  return (
    <div data-last={rounds.last}>
      <Chart
        title="forecast, its interval, and what came"
        height={260}
        at={last(rounds.at)}
        band={[0, 1]}
        legend
        sync={SYNC}
        lines={[
          { label: 'lower', values: last(rounds.lower), colour: 'edge', width: 0 },
          { label: 'upper', values: last(rounds.upper), colour: 'edge', width: 0 },
          { label: 'forecast', values: last(rounds.mean), colour: 'forecast' },
          { label: 'outcome', values: last(rounds.y), colour: 'outcome', points: true },
        ]}
      />
    </div>
  )
}

function Scores() {
  void frames.scores.value
  const at = last(rounds.at)
  const { coverage: asked } = choices.value
  return (
    <div class="pair">
      <Chart
        title={`coverage of the last ${ROLLING}`}
        at={at}
        range={[0, 1.02]}
        legend
        sync={SYNC}
        lines={[
          { label: 'covered', values: last(rounds.coverage), colour: 'forecast' },
          { label: 'asked for', values: at.map(() => asked), colour: 'soft', dash: [5, 4] },
        ]}
      />
      <Chart
        title={`mean absolute error of the last ${ROLLING}`}
        at={at}
        legend
        sync={SYNC}
        lines={[
          { label: 'forecast', values: last(rounds.error), colour: 'forecast' },
          { label: 'last value', values: last(rounds.naive), colour: 'bad', dash: [5, 4] },
        ]}
      />
    </div>
  )
}

function Experts({ setBy }: { setBy: (by: string) => void }) {
  void frames.weights.value
  if (rounds.experts.length < 2) return null
  const at = last(rounds.at)
  const { bound } = rounds
  const proven = { label: 'proven bound now', values: at.map(() => bound), colour: 'soft', dash: [5, 4] }
  return (
    <div class="pair">
      <Weights at={at} setBy={setBy} />
      <Chart
        title="regret: own loss less that of the best expert so far"
        at={at}
        legend
        sync={SYNC}
        lines={[
          { label: 'regret', values: last(rounds.regret), colour: 'forecast' },
          ...(bound === null ? [] : [proven]),
        ]}
      />
    </div>
  )
}

interface WeightsProps {
  readonly at: readonly number[]
  readonly setBy: (by: string) => void
}

function Weights({ at, setBy }: WeightsProps) {
  const by = rounds.by(choices.value.by)
  const lines = rounds.weightLines(by, choices.value.shown)
  const colours = ordered(Math.max(1, lines.length))
  return (
    <div>
      <Chart
        title={`weights of ${rounds.experts.length} experts${by === EXPERT ? '' : ` by ${by}`}`}
        at={at}
        range={[0, 1.02]}
        legend
        sync={SYNC}
        lines={lines.map((line, i) => ({ ...line, colour: colours[i] as string }))}
      />
      <Choice label="weights by " value={by} among={same([...rounds.axes, EXPERT])} set={setBy} />
    </div>
  )
}
