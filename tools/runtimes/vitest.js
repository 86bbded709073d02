/** As much of vitest as the golden tests need, in any runtime: collects tests, runs them, counts. */

const tests = []
let path = []

const named = (name, values) => {
  let i = 0
  return String(name).replace(/%[sdi]/g, () => String(values[i++]))
}

const eachOf = (declare) => (cases) => (name, body) => {
  for (const one of cases) {
    const values = Array.isArray(one) ? one : [one]
    declare(named(name, values), () => body(...values))
  }
}

export function describe(name, body) {
  path = [...path, name]
  body()
  path = path.slice(0, -1)
}
describe.each = eachOf(describe)

export function it(name, body) {
  tests.push({ name: [...path, name].join(' › '), body })
}
it.each = eachOf(it)
it.runIf = (condition) => (condition ? it : () => {})

const show = (value) => JSON.stringify(value)?.slice(0, 200) ?? String(value)

function same(a, b) {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return keys.every((key) => same(a[key], b[key]))
}

export function expect(actual, about = '') {
  const claim = (holds, words) => {
    if (!holds) throw new Error(`${about} ${show(actual)} is not ${words}`)
  }
  return {
    toBe: (value) => claim(Object.is(actual, value), show(value)),
    toEqual: (value) => claim(same(actual, value), show(value)),
    toBeLessThan: (value) => claim(actual < value, `less than ${value}`),
    toBeGreaterThan: (value) => claim(actual > value, `greater than ${value}`),
    toHaveLength: (value) => claim(actual.length === value, `of length ${value}`),
  }
}

/** Runs what was collected. */
export async function runAll() {
  const failures = []
  for (const { name, body } of tests) {
    try {
      await body()
    } catch (error) {
      failures.push(`${name}: ${error?.message ?? error}`)
    }
  }
  return { tests: tests.length, failures: failures.slice(0, 5), failed: failures.length }
}
