import auto from './auto.js'
import baselines from './baselines.js'
import conformal from './conformal.js'
import csv from './csv.js'
import experts from './experts.js'
import { gpLarge, gpSizes, gpSmall } from './gp.js'
import growth from './growth.js'
import linear from './linear.js'

/** Every hot path, in the order of the page. */
export const groups = {
  linear,
  gpSmall,
  gpLarge,
  gpSizes,
  conformal,
  experts,
  autoRows: auto,
  baselines,
  csv,
  growth,
}
