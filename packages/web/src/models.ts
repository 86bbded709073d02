import type { Model } from '@credence/client'
import { signal } from '@preact/signals'
import { ask } from './connection.ts'
import { go, model } from './place.ts'

export const models = signal<readonly Model[]>([])

export async function readModels(): Promise<void> {
  const found = await ask((client) => client.models())
  if (!found) return
  models.value = found
  const [first] = found
  if (model.value === '' && first) go(first.name)
}
