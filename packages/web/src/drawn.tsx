import { useEffect, useRef, useState } from 'preact/hooks'

export interface DrawnProps {
  /** The picture at this width, as SVG text. */
  readonly draw: (width: number) => string
  readonly class?: string
}

/** A picture at the true width of its place. It is drawn again with every render, and when the width changes. */
export function Drawn({ draw, class: name = 'chart' }: DrawnProps) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const measure = (): void => setWidth(Math.round(element.clientWidth))
    const watched = new ResizeObserver(measure)
    watched.observe(element)
    measure()
    return () => watched.disconnect()
  }, [])
  return <div ref={place} class={name} dangerouslySetInnerHTML={{ __html: width > 0 ? draw(width) : '' }} />
}
