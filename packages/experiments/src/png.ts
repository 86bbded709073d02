import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'

/** The fonts travel with the package, so that a machine without any draws the same picture. */
const fonts = ['Inter-Regular.ttf', 'Inter-SemiBold.ttf'].map((name) =>
  fileURLToPath(new URL(`../fonts/${name}`, import.meta.url)),
)

/** An SVG as PNG, at twice its size for sharp print. */
export function toPng(svg: string, zoom: number = 2): Uint8Array {
  const drawing = new Resvg(svg, {
    font: { fontFiles: fonts, loadSystemFonts: false, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' },
    fitTo: { mode: 'zoom', value: zoom },
  })
  return drawing.render().asPng()
}
