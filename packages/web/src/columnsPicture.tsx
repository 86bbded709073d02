import { columnShares, drawPicture } from '@credence/charts/page'
import type { ColumnReasons } from '@credence/client'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { client } from './connection.ts'
import { Drawn } from './drawn.tsx'

/** Milliseconds between two looks. The service works it out for each, so that it is not asked with every event. */
const APART = 30_000

/** Which columns matter to the last forecasts of a series; nothing where its model has none. */
export function ColumnsPicture({ model, name }: { model: string; name: string }) {
  const found = useSignal<ColumnReasons | undefined>(undefined)
  useEffect(() => {
    found.value = undefined
    let gone = false
    const look = async (): Promise<void> => {
      const reasons = await client().reasons(model, name)
      if (!gone) found.value = reasons
    }
    // An older service does not know the question, and the next look asks again.
    const ask = (): void => void look().catch(() => {})
    ask()
    const timer = setInterval(ask, APART)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [model, name])
  const { columns = [], rows = 0 } = found.value ?? {}
  const named = columns.map(({ column, share }) => ({ name: column, share }))
  const shares = (named[0]?.share ?? 0) > 0 ? columnShares(named, rows) : undefined
  if (!shares) return null
  const { title, caption, picture } = shares
  return (
    <section>
      <h2>{title}</h2>
      <p class="cap">{caption}</p>
      <Drawn draw={(width) => drawPicture(picture, width)} />
    </section>
  )
}
