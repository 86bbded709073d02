import { ordered } from '@credence/charts'
import { Chart } from '../../../packages/web/src/chart.tsx'
import { Choice, same } from './controls.tsx'
import { choices } from './place.ts'
import { frame, rounds } from './player.ts'
import { EXPERT, ROLLING } from './rounds.ts'

const SYNC = 'playground'

/** Everything that moves. */
export function Charts({ setBy }: { setBy: (by: string) => void }) {
  const { shown, coverage: asked } = choices.value
  const last = <T,>(column: readonly T[]): T[] => column.slice(-shown)
  const at = last(rounds.at)
  const weighed = rounds.experts.length > 1
  return (
    <div class="charts" data-frame={frame.value} data-last={rounds.last}>
      <Chart
        title="forecast, its interval, and what came"
        height={260}
        at={at}
        band={[0, 1]}
        legend
        sync={SYNC}
        lines={[
          { label: 'lower', values: last(rounds.lower), colour: 'edge', width: 0.5 },
          { label: 'upper', values: last(rounds.upper), colour: 'edge', width: 0.5 },
          { label: 'forecast', values: last(rounds.mean), colour: 'forecast' },
          { label: 'outcome', values: last(rounds.y), colour: 'outcome', points: true },
        ]}
      />
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
      {weighed ? (
        <div class="pair">
          <Weights at={at} shown={shown} setBy={setBy} />
          <Chart
            title="regret: own loss less that of the best expert so far"
            at={at}
            legend
            sync={SYNC}
            lines={[
              { label: 'regret', values: last(rounds.regret), colour: 'forecast' },
              ...(rounds.bound === null
                ? []
                : [
                    {
                      label: 'proven bound now',
                      values: at.map(() => rounds.bound),
                      colour: 'soft',
                      dash: [5, 4],
                    },
                  ]),
            ]}
          />
        </div>
      ) : null}
    </div>
  )
}

interface WeightsProps {
  readonly at: readonly number[]
  readonly shown: number
  readonly setBy: (by: string) => void
}

function Weights({ at, shown, setBy }: WeightsProps) {
  const by = rounds.by(choices.value.by)
  const lines = rounds.weightLines(by, shown)
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
