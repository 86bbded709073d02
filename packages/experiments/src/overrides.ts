import { ArgumentError } from 'credence'
import type { Experiment } from './experiment.ts'
import { closestReading, type Reading } from './reading.ts'

/** What the shell sets by `--set name=value`, as text. */
export type Overrides = Readonly<Record<string, string>>

/** The reading of an experiment: ours, but for the details that are set. */
export function chosenReading({ details = [] }: Experiment, overrides: Overrides): Reading {
  const set = details.filter(({ name }) => Object.hasOwn(overrides, name))
  for (const { name, ways } of set) {
    const names = ways.map((way) => way.name)
    if (names.includes(overrides[name])) continue
    throw new ArgumentError(
      `${name} must be one of ${names.join(', ')}; received ${JSON.stringify(overrides[name])}`,
      'unknown-name',
    )
  }
  return { ...closestReading(details), ...Object.fromEntries(set.map(({ name }) => [name, overrides[name]])) }
}

/** Settings with those replaced that are set: a number, a list of numbers, a word, as it was before. */
export function withOverrides(settings: unknown, overrides: Overrides): unknown {
  const given = Object.entries(overrides).filter(([name]) => isSetting(settings, name))
  const was = settings as Record<string, unknown>
  return { ...was, ...Object.fromEntries(given.map(([name, text]) => [name, parse(name, text, was[name])])) }
}

/** Refuses names that no experiment has. */
export function checkOverrides(
  experiments: readonly Experiment[],
  settings: readonly unknown[],
  overrides: Overrides,
): void {
  const details = experiments.flatMap((one) => (one.details ?? []).map(({ name }) => name))
  for (const name of Object.keys(overrides)) {
    if (details.includes(name) || settings.some((one) => isSetting(one, name))) continue
    const known = new Set([...details, ...settings.flatMap((one) => settingNames(one))])
    throw new ArgumentError(
      `no setting ${JSON.stringify(name)}: there are ${[...known].sort().join(', ')}`,
      'unknown-name',
    )
  }
}

function settingNames(settings: unknown): string[] {
  return Object.keys(settings as object).filter((name) => isSetting(settings, name))
}

/** What can be written in a word at the shell. */
function isSetting(settings: unknown, name: string): boolean {
  const value = (settings as Record<string, unknown>)[name]
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'number')
  return (
    Object.hasOwn(settings as object, name) &&
    (isList || ['number', 'string', 'boolean'].includes(typeof value))
  )
}

function parse(name: string, text: string, was: unknown): unknown {
  if (typeof was === 'string') return text
  if (typeof was === 'boolean') {
    if (text === 'true' || text === 'false') return text === 'true'
    throw new ArgumentError(`${name} must be true or false; received ${JSON.stringify(text)}`)
  }
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const wanted = Array.isArray(was) ? 'numbers with commas between them' : 'a number'
  if (!numbers.every(Number.isFinite) || (!Array.isArray(was) && numbers.length !== 1)) {
    throw new ArgumentError(`${name} must be ${wanted}; received ${JSON.stringify(text)}`)
  }
  return Array.isArray(was) ? numbers : numbers[0]
}
