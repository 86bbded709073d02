import { effect, signal } from '@preact/signals'

const KEPT = 'credence-theme'
const dark = matchMedia('(prefers-color-scheme: dark)')

export const theme = signal<'light' | 'dark'>(
  (localStorage.getItem(KEPT) as 'light' | 'dark' | null) ?? (dark.matches ? 'dark' : 'light'),
)

dark.addEventListener('change', ({ matches }) => {
  if (localStorage.getItem(KEPT) === null) theme.value = matches ? 'dark' : 'light'
})

effect(() => {
  document.documentElement.dataset.theme = theme.value
})

export function switchTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark'
  localStorage.setItem(KEPT, theme.value)
}

/** A colour of the style sheet, for what is drawn on a canvas. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
}
