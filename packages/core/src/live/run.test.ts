import { describe, expect, it } from 'vitest'
import { aggregate, conformal, ogd, type RunEvent, run, squared } from '../doors/index.ts'

const learner = () => aggregate({ experts: ogd({ learningRate: [0.01, 0.1] }), loss: squared })

function* examples(count: number) {
  for (let t = 0; t < count; t++) yield { x: [1, Math.sin(t)], y: Math.cos(t) }
}

describe('run', () => {
  it('does what predict and learn do, one after the other', async () => {
    const [streamed, byHand] = [learner(), learner()]
    const losses: number[] = []
    for await (const { forecast, scored } of run(streamed, examples(50))) {
      expect(forecast?.mean).toBe(scored?.mean)
      losses.push(scored?.loss ?? Number.NaN)
    }
    for (const { x, y } of examples(50)) byHand.learn(x, y)
    expect(streamed.save()).toEqual(byHand.save())
    expect(losses).toHaveLength(50)
  })

  it('reads the next event only when the last step was taken', async () => {
    let read = 0
    async function* counted() {
      for (const example of examples(10)) {
        read++
        yield example
      }
    }
    const steps = run(learner(), counted())
    await steps.next()
    expect(read).toBe(1)
    await steps.next()
    expect(read).toBe(2)
    await steps.return()
    expect(read).toBe(2)
  })

  it('closes the stream when the loop is left', async () => {
    let closed = false
    async function* endless() {
      try {
        while (true) yield { x: [1], y: 1 }
      } finally {
        closed = true
      }
    }
    for await (const _ of run(learner(), endless())) break
    await Promise.resolve()
    expect(closed).toBe(true)
  })

  it('ends when it is told to, even while a silent stream keeps it waiting', async () => {
    const abort = new AbortController()
    async function* silent(): AsyncGenerator<RunEvent<readonly number[]>> {
      yield { x: [1], y: 1 }
      await new Promise(() => {})
    }
    const steps = run(learner(), silent(), { signal: abort.signal })
    await steps.next()
    const waiting = steps.next()
    abort.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })

  it('takes outcomes that come later', async () => {
    const events: RunEvent<readonly number[]>[] = [
      { x: [1], id: 'a' },
      { x: [2], id: 'b' },
      { id: 'b', y: 2 },
      { id: 'a', y: 1 },
    ]
    const late = learner()
    const rounds: (number | undefined)[] = []
    for await (const { scored } of run(late, events)) rounds.push(scored?.round)
    expect(rounds).toEqual([undefined, undefined, 1, 2])
    expect(late.lateness).toMatchObject({ open: 0, answered: 2, outOfOrder: 1 })
  })

  it('leaves the learner as it was before the event that failed', async () => {
    const broken = learner()
    const events = [...examples(3), { x: [1, 2], y: Number.NaN }]
    const before = learner()
    for (const { x, y } of examples(3)) before.learn(x, y)
    await expect(async () => {
      for await (const _ of run(broken, events));
    }).rejects.toThrow('y must be a finite number; received NaN in round 4')
    expect(broken.save()).toEqual(before.save())
  })

  it.each([[{ x: 1, y: Number.NaN }], [{ x: 1, id: 'a', y: Number.NaN }]])(
    'leaves no forecast waiting that $x with $y asked for, and goes on',
    async (bad) => {
      const [broken, before] = [conformal(), conformal()]
      for await (const _ of run(broken, [{ x: 1, y: 1 }]));
      await expect(run(broken, [bad]).next()).rejects.toThrow('y must be a finite number; received NaN')
      for await (const _ of run(broken, [{ x: 2, y: 2.5 }]));
      before.learn(1, 1)
      before.learn(2, 2.5)
      expect(broken.save()).toEqual(before.save())
    },
  )

  it('forecasts and learns along a stream of forecasts as conformal itself does', async () => {
    const [streamed, byHand] = [conformal(), conformal()]
    const events = Array.from({ length: 60 }, (_, t) => ({
      x: Math.sin(t),
      y: Math.sin(t) + Math.cos(3 * t),
    }))
    for await (const { event, forecast, scored } of run(streamed, events)) {
      expect(forecast).toEqual(byHand.predict(event.x))
      expect(scored).toEqual(byHand.learn(event.y))
    }
    expect(streamed.save()).toEqual(byHand.save())
  })

  it('closes an id at once whose outcome came along', async () => {
    const [streamed, byHand] = [learner(), learner()]
    const event = { x: [1], id: 'a', y: 2 }
    for await (const { scored } of run(streamed, [event])) expect(scored?.round).toBe(1)
    byHand.predict([1], { id: 'a' })
    byHand.learn({ id: 'a', y: 2 })
    expect(streamed.save()).toEqual(byHand.save())
    await expect(run(streamed, [event]).next()).rejects.toThrow('id "a" was already answered')
  })

  it('refuses an option that it does not have', async () => {
    const steps = run(learner(), examples(1), { sginal: undefined } as never)
    await expect(steps.next()).rejects.toThrow('run has no option "sginal"; did you mean "signal"?')
  })
})
