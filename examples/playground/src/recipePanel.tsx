import { useSignal } from '@preact/signals'
import { choices, csv } from './place.ts'
import { recipeOf, writeRecipe } from './recipeOf.ts'
import { csvOf } from './streams.ts'

/** The same learner on a machine of the visitor's own: a recipe to copy, the data, and the command. */
export function RecipePanel() {
  const copied = useSignal('')
  const chosen = choices.value
  const recipe = writeRecipe(recipeOf(chosen))
  const copy = (what: string, text: string) => async (): Promise<void> => {
    await navigator.clipboard.writeText(text).catch(() => {})
    copied.value = `${what} copied`
  }
  return (
    <section class="recipe" aria-label="recipe">
      <h2>The same at a shell</h2>
      <textarea id="recipe" aria-label="recipe" readOnly rows={14} value={recipe} />
      <p>
        <code>npx @credence/cli run recipe.json data.csv</code>
      </p>
      <div class="actions">
        <button type="button" id="copy-recipe" onClick={copy('recipe', `${recipe}\n`)}>
          copy the recipe
        </button>
        <button type="button" onClick={copy('link', location.href)}>
          copy the link
        </button>
        <button
          type="button"
          onClick={() => save('data.csv', chosen.stream === 'csv' ? csv.value : csvOf(chosen))}
        >
          keep the data
        </button>
        <span role="status">{copied.value}</span>
      </div>
    </section>
  )
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
