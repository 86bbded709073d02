import { overTime, percentage, timeline } from '@credence/charts/page'
import { defineComponent, h, onMounted, onUnmounted, ref } from 'vue'
import { NAMES, play } from './stream.ts'

/** Rounds that are shown. */
const SHOWN = 160
const LEARNING = 12

/** The library at work in the page: a stream that changes, and the weights that follow. */
export const MovingPicture = defineComponent({
  name: 'MovingPicture',
  setup() {
    const host = ref<HTMLElement>()
    const width = ref(0)
    const round = ref(0)
    const moving = ref(true)
    const { played, next } = play()
    let timer: ReturnType<typeof setInterval> | undefined
    let watched: ResizeObserver | undefined
    const step = (rounds: number): void => {
      next(rounds)
      round.value = played.at.length
    }
    onMounted(() => {
      step(90)
      const measure = (): void => {
        width.value = Math.round(host.value?.clientWidth ?? 0)
      }
      watched = new ResizeObserver(measure)
      if (host.value) watched.observe(host.value)
      measure()
      // Who asked for less motion sees the change, standing still.
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
        step(90)
        moving.value = false
      }
      timer = setInterval(() => {
        if (moving.value && !document.hidden) step(1)
      }, 90)
    })
    onUnmounted(() => {
      clearInterval(timer)
      watched?.disconnect()
    })
    // The very first rounds know nothing, and their intervals would hide the rest.
    const last = <T>(column: readonly T[]): T[] => column.slice(Math.max(LEARNING, column.length - SHOWN))
    return () => {
      const weights = played.weights.map((column) => column[column.length - 1] ?? 0)
      const heaviest = weights.indexOf(Math.max(...weights))
      const drawn = width.value > 0 && round.value > 1
      return h('div', { class: 'moving', ref: host }, [
        h('p', { class: 'moving-says' }, [
          'Running in this page: ',
          h('b', `“${NAMES[heaviest]}” makes ${percentage(weights[heaviest])} of the forecast`),
          `, round ${round.value}. `,
          h(
            'button',
            { type: 'button', onClick: () => (moving.value = !moving.value) },
            moving.value ? 'pause' : 'play',
          ),
        ]),
        h('div', {
          innerHTML: drawn
            ? timeline(
                {
                  at: last(played.at),
                  y: last(played.y),
                  mean: last(played.mean),
                  lower: last(played.lower),
                  upper: last(played.upper),
                },
                {
                  width: width.value,
                  domain: 'row',
                  unit: 'a stream that changes every 120 rounds',
                  coverage: 0.9,
                  says: 'Outcomes, forecasts and intervals as they come',
                },
              )
            : '',
        }),
        h('div', {
          innerHTML: drawn
            ? overTime({
                width: width.value,
                domain: 'row',
                at: last(played.at),
                unit: 'weight of each expert',
                format: 'percent',
                range: [0, 1],
                lines: played.weights.map((column, e) => ({
                  label: NAMES[e] as string,
                  role: e === heaviest ? 'forecast' : 'other',
                  values: last(column),
                })),
                says: 'Weights of the experts as they come',
              })
            : '',
        }),
      ])
    }
  },
})
