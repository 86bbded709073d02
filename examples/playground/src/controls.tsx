import {
  type Choices,
  COVERAGES,
  LEARNERS,
  LENGTHS,
  type LearnerName,
  learnersFor,
  METAS,
  SCORES,
  SHARES,
  STREAMS,
  type Stream,
  withLearner,
  withStream,
} from './choices.ts'
import { choices, csv, takeCsv, tooLong } from './place.ts'
import { opened } from './player.ts'

/** What can be chosen. Every change starts the stream anew. */
export function Controls({ change }: { change: (chosen: Choices) => void }) {
  const chosen = choices.value
  const { stream, learner, meta } = chosen
  const set = (part: Partial<Choices>): void => change({ ...chosen, ...part, at: 0 })
  const told = learner === 'auto'
  return (
    <form class="controls" aria-label="what is learnt" onSubmit={(event) => event.preventDefault()}>
      <Choice
        label="stream"
        value={stream}
        among={Object.entries(STREAMS)}
        set={(value) => change(withStream(chosen, value as Stream))}
      />
      {stream === 'csv' ? (
        <OwnData chosen={chosen} set={set} change={change} />
      ) : (
        <Made chosen={chosen} set={set} />
      )}
      <Choice
        label="learner"
        value={learner}
        among={learnersFor(stream).map((name) => [name, LEARNERS[name]])}
        set={(value) => change(withLearner(chosen, value as LearnerName))}
      />
      <Choice
        label="score"
        value={chosen.score}
        among={same(SCORES)}
        off={told}
        set={(score) => set({ score })}
      />
      <Choice
        label="meta-learner"
        value={meta}
        among={same(METAS)}
        off={told}
        set={(value) => set({ meta: value })}
      />
      <Choice
        label="share"
        value={String(chosen.share)}
        among={same(SHARES, chosen.share)}
        off={told || meta !== 'fixed-share'}
        set={(share) => set({ share: Number(share) })}
      />
      <Choice
        label="coverage"
        value={String(chosen.coverage)}
        among={same(COVERAGES, chosen.coverage)}
        set={(coverage) => set({ coverage: Number(coverage) })}
      />
    </form>
  )
}

function Made({ chosen, set }: { chosen: Choices; set: (part: Partial<Choices>) => void }) {
  return (
    <>
      <Choice
        label="rounds"
        value={String(chosen.length)}
        among={same(LENGTHS, chosen.length)}
        set={(length) => set({ length: Number(length) })}
      />
      <label class="field">
        seed
        <input
          type="number"
          min="0"
          max="2000000000"
          value={chosen.seed}
          onChange={({ currentTarget }) =>
            set({ seed: Math.max(0, Math.floor(currentTarget.valueAsNumber) || 0) })
          }
        />
      </label>
    </>
  )
}

interface OwnDataProps {
  readonly chosen: Choices
  readonly set: (part: Partial<Choices>) => void
  readonly change: (chosen: Choices) => void
}

function OwnData({ chosen, set, change }: OwnDataProps) {
  const { names = [], numericNames = [] } = opened.value ?? {}
  const take = async (text: string): Promise<void> => {
    await takeCsv(text)
    change({ ...chosen, target: '', forecast: '', at: 0 })
  }
  const read = (files: FileList | null | undefined): void => {
    const [file] = files ?? []
    if (file) void file.text().then(take)
  }
  const columns = chosen.learner === 'auto' ? names : numericNames
  const column = (label: 'target' | 'forecast', usual: string) => (
    <Choice
      label={label}
      value={chosen[label]}
      among={[['', usual], ...same(columns, chosen[label] || undefined)]}
      set={(value) => set({ [label]: value })}
    />
  )
  return (
    <>
      <label class="field">
        paste a CSV with names in its first line, or drop a file
        <textarea
          rows={4}
          spellcheck={false}
          value={csv.value.slice(0, 20_000)}
          placeholder={'time,load,y\n2026-01-01T00:00,3.2,17\n…'}
          onChange={({ currentTarget }) => void take(currentTarget.value)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            read(event.dataTransfer?.files)
          }}
        />
      </label>
      <label class="field">
        or choose a file
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ currentTarget }) => read(currentTarget.files)}
        />
      </label>
      {tooLong.value ? (
        <p class="hint">
          These data are too long for a link: it holds the choices only. Nothing leaves this page.
        </p>
      ) : (
        <p class="hint">Nothing leaves this page.</p>
      )}
      {column('target', 'the last column')}
      {chosen.learner === 'conformal' ? column('forecast', 'the column “forecast”') : null}
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly among: readonly (readonly [value: string, text: string])[]
  readonly off?: boolean
  readonly set: (value: string) => void
}

export function Choice({ label, value, among, off = false, set }: ChoiceProps) {
  return (
    <label class="field">
      {label}
      <select
        name={label.trim()}
        value={value}
        disabled={off}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      >
        {among.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Values as options that say what they are; with one that is not among them. */
export function same(values: readonly (string | number)[], also?: string | number): [string, string][] {
  const all = also === undefined || values.includes(also) ? values : [...values, also]
  return all.map((value) => [String(value), String(value)])
}
