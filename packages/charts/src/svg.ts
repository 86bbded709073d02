/** SVG as text: elements, numbers rounded to a hundredth of a pixel, and what text needs escaped. */

export type Attributes = Readonly<Record<string, string | number | undefined>>

export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) => ` ${key}="${typeof value === 'number' ? pixels(value) : escapeXml(value as string)}"`,
    )
    .join('')
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`
}

export function text(content: string, attributes: Attributes): string {
  return element('text', attributes, escapeXml(content))
}

export function escapeXml(content: string): string {
  return content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

export function pixels(value: number): string {
  const rounded = Math.round(value * 100) / 100
  return String(rounded === 0 ? 0 : rounded)
}

/** Roughly how wide a text is set in Inter. */
export function textWidth(content: string, size: number): number {
  let width = 0
  for (const c of content) {
    if (/[ijl.,:;'|!·ₜ₁₂]/.test(c)) width += 0.3
    else if (/[A-Zmw−=√]/.test(c)) width += 0.68
    else if (c === ' ') width += 0.28
    else width += 0.56
  }
  return width * size
}
