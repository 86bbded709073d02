/** A bar on standard error: only on a terminal, never in CI. */
export interface Progress {
  step(cost: number): void
  stop(): void
}

const WIDTH = 30

export function startProgress(total: number, doneBefore: number): Progress {
  const { stderr } = process
  if (!stderr.isTTY || process.env.CI) return { step() {}, stop() {} }
  const start = Date.now()
  let done = doneBefore
  const draw = (): void => {
    const share = total > 0 ? Math.min(1, done / total) : 1
    const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░')
    const elapsed = (Date.now() - start) / 1000
    const worked = done - doneBefore
    const left = worked > 0 ? (elapsed * (total - done)) / worked : Number.NaN
    const rest = Number.isFinite(left) ? `, about ${duration(left)} left` : ''
    stderr.write(`\r\x1b[K${bar} ${(100 * share).toFixed(0).padStart(3)} %  ${duration(elapsed)}${rest}`)
  }
  draw()
  const timer = setInterval(draw, 1000)
  timer.unref()
  return {
    step(cost) {
      done += cost
      draw()
    },
    stop() {
      clearInterval(timer)
      stderr.write('\r\x1b[K')
    },
  }
}

export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}
