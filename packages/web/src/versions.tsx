import { amount, percentage, rankedBars } from '@credence/charts/page'
import type { KeyView } from '@credence/client'
import { Drawn } from './drawn.tsx'
import { drawVersions, meanErrors } from './pictures.ts'
import type { Columns } from './rounds.ts'

/** How far the version that answers and those in its shadow were off, for the same outcomes. */
export function Versions({ columns, view }: { columns: Columns; view: KeyView }) {
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
export function Shadows({ view }: { view: KeyView }) {
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
