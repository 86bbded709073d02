import { loadColumns } from './streams.js'

/** Streams with a naive forecast in a column of its own, and enough rounds for rolling coverage to mean something. */
const STREAMS = ['waterflow', 'nyctemp', 'flightdelay', 'seattle', 'nox', 'sunspots', 'bikeshare']
/**
 * Prices and demand of two Australian states every half hour; forecast by the last value, and by yesterday's. The last rows:
 * before May 1997 there is no market in Victoria.
 */
const HALF_HOURLY = ['nswprice', 'nswdemand', 'vicprice', 'vicdemand', 'transfer']
const ROUNDS = 5000

/** Errors of naive forecasts of seventeen real series, by name: those whose files are in the folder CREDENCE_STREAMS. */
export function realResiduals() {
  const found = []
  for (const name of STREAMS) {
    const columns = loadColumns(name)
    if (!columns) continue
    const { y, naive } = columns
    found.push([name, Float64Array.from(y.slice(0, ROUNDS), (value, t) => value - naive[t])])
  }
  const electricity = loadColumns('elec2')
  for (const name of electricity ? HALF_HOURLY : []) {
    for (const lag of [1, 48]) {
      const values = electricity[name].slice(-ROUNDS - lag)
      found.push([
        `${name}, ${lag} before`,
        Float64Array.from(values.slice(lag), (value, t) => value - values[t]),
      ])
    }
  }
  return found
}
