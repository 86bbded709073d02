import { amount, percentage } from '@credence/charts/page'
import type { DryRun, Model } from '@credence/client'
import { signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { cursorAt, type Schema, type Suggestion, suggestions } from './completion.ts'
import { ask } from './connection.ts'
import { models, readModels } from './models.ts'
import { lastOf } from './pictures.ts'
import { go } from './place.ts'
import { columnsOf } from './rounds.ts'
import { readRows } from './rows.ts'
import { SeriesPicture } from './seriesPicture.tsx'

const schema = signal<Schema>({})

const EXAMPLE = {
  task: 'regression',
  features: ['lag1', 'lag2', 'lag3'],
  experts: [{ kind: 'conjugate', noise: [0.5, 1, 2], priorVariance: [0.1, 1], forgetting: [0.99, 1] }],
  loss: 'log-density',
}

/** The recipe of a model: written, tried on rows, kept as a version in the shadow, promoted. */
export function RecipePage({ name }: { name: string }) {
  const model = models.value.find((candidate) => candidate.name === name)
  const written = model?.versions.at(-1)?.recipe ?? EXAMPLE
  const text = useSignal(pretty(written))
  const title = useSignal(name)
  const offered = useSignal<readonly Suggestion[]>([])
  const result = useSignal<DryRun | undefined>(undefined)
  const area = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    void ask((client) => client.recipeSchema()).then((found) => {
      if (!found) return
      schema.value = found as Schema
      // For who began to write before it came.
      if (document.activeElement === area.current) offer()
    })
  }, [])
  useEffect(() => {
    text.value = pretty(written)
    title.value = name
    result.value = undefined
  }, [name, model?.versions.at(-1)?.version])

  const problem = parse(text.value).problem
  const offer = (): void => {
    const element = area.current
    if (!element) return
    const cursor = cursorAt(text.value.slice(0, element.selectionStart))
    offered.value = suggestions(schema.value, cursor, parse(text.value).value).slice(0, 12)
  }
  const take = (suggestion: Suggestion): void => {
    const element = area.current
    if (!element) return
    const at = element.selectionStart
    const { begun } = cursorAt(text.value.slice(0, at))
    text.value = text.value.slice(0, at - begun.length) + suggestion.text + text.value.slice(at)
    offered.value = []
    const to = at - begun.length + suggestion.text.length
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(to, to)
    })
  }
  const save = async (): Promise<void> => {
    const saved = await ask((client) => client.putModel(title.value, parse(text.value).value))
    await readModels()
    if (saved) go(saved.name, '!recipe')
  }
  const tryOn = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const content = await file.text()
    result.value = await ask(async (client) => client.dryRun(parse(text.value).value, readRows(content)))
  }

  return (
    <article class="recipe">
      <header class="title">
        <h1>Recipe</h1>
      </header>
      {model ? <Versions model={model} /> : null}
      <label class="field">
        model
        <input
          value={title.value}
          pattern="[a-z0-9][a-z0-9._\-]*"
          onInput={({ currentTarget }) => {
            title.value = currentTarget.value
          }}
        />
      </label>
      <div class="editor">
        <textarea
          ref={area}
          aria-label="recipe"
          spellcheck={false}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
            offer()
          }}
          onClick={offer}
          onKeyDown={(event) => {
            const [first] = offered.value
            if (event.key === 'Tab' && first) {
              event.preventDefault()
              take(first)
            }
            if (event.key === 'Escape') offered.value = []
          }}
        />
        <ul class="offered" aria-label="what may stand here">
          {offered.value.map((suggestion, i) => (
            <li key={suggestion.text}>
              <button type="button" title={suggestion.about} onClick={() => take(suggestion)}>
                {suggestion.text}
                {i === 0 ? <kbd>Tab</kbd> : null}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <p class={problem ? 'problem' : 'hint'}>{problem ?? 'Names and values are offered as you write.'}</p>
      <div class="actions">
        <label class="button">
          try on rows …
          <input
            type="file"
            accept=".csv,.tsv,.ndjson,.json"
            onChange={({ currentTarget }) => void tryOn(currentTarget.files?.[0])}
          />
        </label>
        <button
          type="button"
          disabled={problem !== undefined || title.value === ''}
          onClick={() => void save()}
        >
          {model && title.value === name ? 'keep as a version in the shadow' : 'make the model'}
        </button>
      </div>
      {result.value ? <Tried run={result.value} /> : null}
    </article>
  )
}

function Versions({ model }: { model: Model }) {
  const change = async (work: Parameters<typeof ask>[0]): Promise<void> => {
    await ask(work)
    await readModels()
  }
  return (
    <ul class="versions">
      {[model.live, ...model.shadows].map((version) => (
        <li key={version}>
          <b>version {version}</b> {version === model.live ? 'answers' : 'learns in the shadow'}
          {version === model.live ? null : (
            <>
              <button
                type="button"
                onClick={() => void change((client) => client.promote(model.name, version))}
              >
                promote
              </button>
              <button
                type="button"
                onClick={() => void change((client) => client.dropVersion(model.name, version))}
              >
                drop
              </button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function Tried({ run }: { run: DryRun }) {
  const columns = columnsOf(run.records.map((record) => ({ ...record, round: record.t })))
  const { coverage, meanLoss, meanWidth } = run.health
  return (
    <section>
      <p>
        {run.records.length} of {run.rows} rows{run.stopped ? ', then the time was up' : ''}: mean loss{' '}
        {amount(meanLoss)}, coverage {percentage(coverage, 1)}, mean width {amount(meanWidth)}
      </p>
      <SeriesPicture columns={lastOf(columns, 150)} target={0.9} />
    </section>
  )
}

function parse(text: string): { value?: unknown; problem?: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/** Two spaces, and lists of numbers or words on one line. */
function pretty(recipe: unknown): string {
  return JSON.stringify(recipe, null, 2).replace(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_, list: string) => `[${list.replace(/\s*\n\s*/g, ' ')}]`,
  )
}
