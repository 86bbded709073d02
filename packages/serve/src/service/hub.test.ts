import { expect, it } from 'vitest'
import { type Bunch, Hub } from './hub.ts'

const event = (seq: number, model = 'm', key = 'a') => ({ model, key, seq, op: 'learn', body: '{}' })

it('makes the text of a bunch once, however many watch', async () => {
  const hub = new Hub('life')
  let made = 0
  const write = ({ number }: { number: number }): string => {
    made++
    return `${number}\n`
  }
  const texts: Uint8Array[] = []
  const watch = (bunch: Bunch): unknown => texts.push(bunch.text(write))
  for (let i = 0; i < 100; i++)
    hub.listen(
      { model: 'm' },
      (bunch) => void watch(bunch),
      () => {},
    )
  for (let seq = 1; seq <= 500; seq++) hub.tell(event(seq))
  await expect.poll(() => texts.length).toBe(100)
  expect(made).toBe(500)
  expect(new Set(texts).size).toBe(1)
})

it('tells each watcher what came after it began, in order, and only what concerns it', async () => {
  const hub = new Hub('life')
  const heard: string[] = []
  const watch =
    (name: string) =>
    ({ events }: Bunch): void => {
      for (const { seq } of events) heard.push(`${name}${seq}`)
    }
  hub.listen({}, watch('all '), () => {})
  hub.tell(event(1))
  const stop = hub.listen({ model: 'm', key: 'b' }, watch('b '), () => {})
  hub.listen({ model: 'm' }, watch('m '), () => {})
  hub.tell(event(2, 'm', 'b'))
  hub.tell(event(3, 'n', 'b'))
  await expect.poll(() => heard.length).toBe(5)
  expect(heard.filter((line) => line.startsWith('all'))).toEqual(['all 1', 'all 2', 'all 3'])
  expect(heard.filter((line) => !line.startsWith('all'))).toEqual(['b 2', 'm 2'])
  stop()
  expect(hub.watchers).toBe(2)
})
