import { percentage, type Rows } from '@credence/charts/page'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Drawn } from './drawn.tsx'
import { type Alert, drawSeries, pointedAt, readout, type Series } from './pictures.ts'

export interface SeriesPictureProps {
  readonly columns: Series
  /** Share of outcomes that the interval should hold. */
  readonly target: number
  readonly alerts?: readonly Alert[]
  /** The forecasts of the next outcomes. */
  readonly future?: Rows | undefined
}

/** A series with a line that says its latest round, or the one under the pointer. */
export function SeriesPicture({ columns, target, alerts = [], future }: SeriesPictureProps) {
  const pointed = useSignal<number | undefined>(undefined)
  const parts = readout(columns, target, pointed.value)
  return (
    <>
      <p class="cap key">
        <Mark of="m-dot">outcome</Mark>
        <Mark of="m-ring">outside the interval</Mark>
        <Mark of="m-line">forecast</Mark>
        <Mark of="m-90">{percentage(target)} interval</Mark>
      </p>
      <p class="read">
        {parts.map(([label, value]) => (
          <span key={label + value}>
            {label} <b>{value}</b>
          </span>
        ))}
      </p>
      <div
        class="pointed-at"
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          pointed.value = pointedAt(columns, Math.round(width), clientX - left, future)
        }}
        onPointerLeave={() => {
          pointed.value = undefined
        }}
      >
        <Drawn
          draw={(width) => drawSeries(columns, target, alerts, width, { pointed: pointed.value, future })}
        />
      </div>
    </>
  )
}

/** One entry of the legend. */
function Mark({ of, children }: { readonly of: string; readonly children: ComponentChildren }) {
  return (
    <span>
      <i class={`m ${of}`} />
      {children}
    </span>
  )
}
