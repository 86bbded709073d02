import { fileURLToPath } from 'node:url'

/** The fonts travel with the package, so that a machine without any draws the same picture. */
const fonts = ['Inter-Regular.ttf', 'Inter-SemiBold.ttf'].map((name) =>
  fileURLToPath(new URL(`../fonts/${name}`, import.meta.url)),
)

/** An SVG as PNG, at twice its size for sharp print. */
export type ToPng = (svg: string, zoom?: number) => Uint8Array

/** Loads the native renderer, an optional dependency; gives undefined where it is not installed. */
export async function loadPng(): Promise<ToPng | undefined> {
  const renderer = await import('@resvg/resvg-js').catch(() => undefined)
  if (renderer === undefined) return undefined
  const font = {
    fontFiles: fonts,
    loadSystemFonts: false,
    defaultFontFamily: 'Inter',
    sansSerifFamily: 'Inter',
  }
  return (svg, zoom = 2) =>
    new renderer.Resvg(svg, { font, fitTo: { mode: 'zoom', value: zoom } }).render().asPng()
}
