import { computed, signal } from '@preact/signals'

/** Where the reader is: #/model/key, or #/model/!recipe. A link to it is a link to what is seen. */
const hash = signal(location.hash)
addEventListener('hashchange', () => {
  hash.value = location.hash
})

const parts = computed(() => hash.value.replace(/^#\//, '').split('/').map(decode))

export const model = computed(() => parts.value[0] ?? '')
export const key = computed(() => (parts.value[1] === '!recipe' ? '' : (parts.value[1] ?? '')))
export const editing = computed(() => parts.value[1] === '!recipe')

export function go(to: string, then?: string): void {
  location.hash =
    then === undefined
      ? `/${encodeURIComponent(to)}`
      : `/${encodeURIComponent(to)}/${encodeURIComponent(then)}`
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
