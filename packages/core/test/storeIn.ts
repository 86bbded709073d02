import type { Store } from '../src/live/keyed.ts'

/** A store of states in memory. */
export function storeIn(shelf: Map<string, Uint8Array>): Store {
  return {
    get: (key) => shelf.get(key),
    put: (key, bytes) => void shelf.set(key, bytes),
    delete: (key) => void shelf.delete(key),
  }
}
