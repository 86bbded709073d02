import { effect } from '@preact/signals'
import { render } from 'preact'
import { failure, locked, token, useToken } from './connection.ts'
import { models, readModels } from './models.ts'
import { Overview } from './overview.tsx'
import { editing, go, key, model } from './place.ts'
import { RecipePage } from './recipePage.tsx'
import { moveChoice, SeriesList } from './seriesList.tsx'
import { SeriesPage } from './seriesPage.tsx'
import { adoptStyle, switchTheme } from './theme.ts'

function Page() {
  if (locked.value) return <Locked />
  return (
    <>
      <header class="bar">
        <a class="brand" href="#/">
          Credence
        </a>
        <select
          aria-label="model"
          value={model.value}
          onChange={({ currentTarget }) => go(currentTarget.value)}
        >
          {models.value.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
          {models.value.length === 0 ? <option value="">no model yet</option> : null}
        </select>
        <button type="button" aria-pressed={editing.value} onClick={() => go(model.value, '!recipe')}>
          recipe
        </button>
        <button type="button" title="light or dark" onClick={switchTheme}>
          ◐ <span>Theme</span>
        </button>
      </header>
      <div class={key.value === '' && !editing.value ? 'columns unchosen' : 'columns'}>
        <SeriesList />
        <main>
          <Chosen />
        </main>
      </div>
      {failure.value ? (
        <p class="failure" role="status">
          {failure.value}
        </p>
      ) : null}
    </>
  )
}

function Chosen() {
  if (editing.value || models.value.length === 0) return <RecipePage name={model.value} />
  if (key.value !== '') return <SeriesPage model={model.value} name={key.value} />
  return (
    <>
      <Overview />
      <p class="hint keys">
        <kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>e</kbd> recipe, <kbd>t</kbd>{' '}
        light or dark
      </p>
    </>
  )
}

function Locked() {
  return (
    <form
      class="locked"
      onSubmit={(event) => {
        event.preventDefault()
        useToken(String(new FormData(event.currentTarget).get('token')))
        void readModels()
      }}
    >
      <h1>Credence</h1>
      <label class="field">
        token
        <input name="token" type="password" autocomplete="off" required />
      </label>
      <button type="submit">enter</button>
    </form>
  )
}

const KEYS: Readonly<Record<string, () => void>> = {
  '/': () => document.getElementById('search')?.focus(),
  j: () => moveChoice(1),
  k: () => moveChoice(-1),
  e: () => go(model.value, '!recipe'),
  t: switchTheme,
}

addEventListener('keydown', (event) => {
  const { target } = event
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    if (event.key === 'Escape') target.blur()
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const act = KEYS[event.key]
  if (!act) return
  event.preventDefault()
  act()
})

effect(() => {
  // A new token reads anew.
  void token.value
  void readModels()
})
setInterval(() => void readModels(), 10_000)

adoptStyle()
render(<Page />, document.getElementById('app') as HTMLElement)
