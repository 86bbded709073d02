import { fileURLToPath } from 'node:url'
import { bundle } from './tools/wheel/bundle.js'

/**
 * Bundles the command line once, before any test: some 500 tests start it, and a bundle starts in half the time of
 * 600 modules. It is the program that the Python wheel ships; tests of tarballs run the other form.
 */
export async function setup(): Promise<void> {
  const folder = fileURLToPath(new URL('./node_modules/.cache/credence/', import.meta.url))
  await bundle(folder)
  process.env.CREDENCE = `${folder}credence.js`
}
