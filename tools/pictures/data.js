/** Made-up files with what real ones have: seasons, a shift, odd days, columns that matter and one that does not. */

const DAY = 86_400_000

/** A small generator with a seed: the same pictures every time. */
export function generator(seed) {
  let state = seed >>> 0
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return { uniform, normal }
}

const dateOf = (ms) => new Date(ms).toISOString().slice(0, 10)

/** Daily demand of one shop for three years; it rises by a quarter near the end. */
export function demand() {
  const { uniform, normal } = generator(11)
  const week = [20, 5, -35, -10, 40, 90, -60]
  const start = Date.UTC(2024, 0, 1)
  const lines = ['date,temp_c,promo,region,demand']
  for (let t = 0; t < 1050; t++) {
    const at = start + t * DAY
    const date = dateOf(at)
    const season = Math.sin((2 * Math.PI * (t - 100)) / 365.25)
    const temp = 11 + 11 * season + 3 * normal()
    const promo = uniform() < 0.07 ? 'yes' : 'no'
    const level = t < 987 ? 1 : 1.25
    const holiday = /-12-2[56]$/.test(date) ? -230 : 0
    const y =
      level *
        (560 + 60 * season + week[t % 7] + (promo === 'yes' ? 70 : 0) + 2.5 * (temp - 11 - 11 * season) * 3) +
      holiday +
      22 * normal()
    const temperature = uniform() < 0.012 ? '' : temp.toFixed(1)
    lines.push(
      [date, temperature, promo, uniform() < 0.01 ? 'south' : 'north', Math.max(0, Math.round(y))].join(),
    )
  }
  return `${lines.join('\n')}\n`
}

export const STORES = [
  'Aarau',
  'Basel',
  'Bern',
  'Biel',
  'Brig',
  'Chur',
  'Davos',
  'Fribourg',
  'Genève',
  'Glarus',
  'Lausanne',
  'Locarno',
  'Lugano',
  'Luzern',
  'Montreux',
  'Neuchâtel',
  'Olten',
  'Sion',
  'Solothurn',
  'Stans',
  'Thun',
  'Vevey',
  'Winterthur',
  'Zürich',
]

/** Daily sales of many stores of very different size; one of them changes its level, one is noise. */
export function stores(days = 200, count = STORES.length) {
  const { normal } = generator(5)
  const start = Date.UTC(2026, 0, 1)
  const names = Array.from({ length: count }, (_, k) => (k < STORES.length ? STORES[k] : `store ${k + 1}`))
  const size = names.map((_, k) => 20 * 10 ** ((k % 7) / 2.5))
  const lines = ['date,store,promo,sales']
  for (let t = 0; t < days; t++)
    for (const [k, name] of names.entries()) {
      const week = k % 3 === 2 ? 0 : 0.25 * Math.sin((2 * Math.PI * (t + k)) / 7)
      const slow = 0.15 * Math.sin((2 * Math.PI * t) / (80 + 10 * (k % 5)) + k)
      const noise = (k === 16 ? 0.5 : 0.05 + 0.02 * (k % 4)) * normal()
      const shift = k === 13 && t > days - 25 ? 0.6 : 0
      const promo = (t + 3 * k) % 17 === 0
      const y = size[k] * Math.max(0, 1 + week + slow + noise + shift + (promo ? 0.3 : 0))
      lines.push(
        [
          dateOf(start + t * DAY),
          name,
          promo ? 'yes' : 'no',
          size[k] > 300 ? Math.round(y) : y.toFixed(1),
        ].join(),
      )
    }
  return `${lines.join('\n')}\n`
}

/** Letters to a help desk, by what they are about; returns become commoner after a change of rules. */
export function letters() {
  const { uniform, normal } = generator(3)
  const names = ['billing', 'delivery', 'returns', 'other']
  const start = Date.UTC(2026, 1, 2, 8)
  const lines = ['time,channel,words,amount,weekday_code,topic']
  for (let t = 0; t < 3000; t++) {
    const shares = t < 1900 ? [0.4, 0.3, 0.12, 0.18] : [0.33, 0.25, 0.26, 0.16]
    const draw = uniform()
    const ends = shares.map((_, i) => shares.slice(0, i + 1).reduce((sum, share) => sum + share))
    const k = Math.min(3, ends.filter((end) => end <= draw).length)
    const channel = uniform() < [0.7, 0.3, 0.45, 0.4][k] ? 'mail' : uniform() < 0.6 ? 'chat' : 'form'
    const words = Math.max(3, Math.round([60, 35, 90, 50][k] + 25 * normal()))
    const amount = Math.max(0, [120, 40, 75, 20][k] + 30 * normal())
    const time = new Date(start + t * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    lines.push([time, channel, words, amount.toFixed(2), Math.floor(uniform() * 5), names[k]].join())
  }
  return `${lines.join('\n')}\n`
}
