import { SHARED } from '@credence/charts/page'
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

/** Puts the style that all pages share under that of this one. */
export function adoptStyle(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(SHARED)
  document.adoptedStyleSheets = [sheet]
  // What only a script can answer is shown where there is one.
  document.documentElement.dataset.drawn = ''
}
