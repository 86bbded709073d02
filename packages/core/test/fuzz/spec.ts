/** Something made by calls of the public functions, as plain data: it can be built, printed and simplified. */
export type Spec =
  | null
  | boolean
  | number
  | string
  | readonly Spec[]
  | { readonly [name: string]: Spec }
  | Call
  | Lambda
  | Variable

/** `call(...args)`; without args the name itself, as in `squared`. */
export interface Call {
  readonly call: string
  readonly args?: readonly Spec[]
}

/** `(parameter) => body`, for what takes a rule at each setting. */
export interface Lambda {
  readonly parameter: string
  readonly body: Spec
}

/** The parameter of the lambda around it. */
export interface Variable {
  readonly variable: string
}

type Names = Readonly<Record<string, unknown>>

export function isCall(spec: Spec): spec is Call {
  return typeof spec === 'object' && spec !== null && 'call' in spec
}

function isLambda(spec: Spec): spec is Lambda {
  return typeof spec === 'object' && spec !== null && 'parameter' in spec
}

function isVariable(spec: Spec): spec is Variable {
  return typeof spec === 'object' && spec !== null && 'variable' in spec
}

export function build(spec: Spec, names: Names): unknown {
  if (typeof spec !== 'object' || spec === null) return spec
  if (Array.isArray(spec)) return spec.map((item) => build(item, names))
  if (isVariable(spec)) return names[spec.variable]
  if (isLambda(spec))
    return (value: unknown) =>
      build(spec.body, Object.assign(Object.create(names), { [spec.parameter]: value }))
  if (isCall(spec)) {
    const named = names[spec.call]
    if (named === undefined) throw new Error(`there is no ${spec.call}`)
    if (!spec.args) return named
    return (named as (...args: unknown[]) => unknown)(...spec.args.map((arg) => build(arg, names)))
  }
  return Object.fromEntries(Object.entries(spec).map(([name, item]) => [name, build(item as Spec, names)]))
}

export function print(spec: Spec): string {
  if (typeof spec === 'number') return Object.is(spec, -0) ? '-0' : String(spec)
  if (typeof spec !== 'object' || spec === null) return JSON.stringify(spec)
  if (Array.isArray(spec)) return `[${spec.map(print).join(', ')}]`
  if (isVariable(spec)) return spec.variable
  if (isLambda(spec)) return `(${spec.parameter}) => ${print(spec.body)}`
  if (isCall(spec)) return spec.args ? `${spec.call}(${spec.args.map(print).join(', ')})` : spec.call
  const entries = Object.entries(spec).map(([name, item]) => `${name}: ${print(item as Spec)}`)
  return entries.length ? `{ ${entries.join(', ')} }` : '{}'
}

/** The names that a spec calls. */
export function namesIn(spec: Spec): string[] {
  if (typeof spec !== 'object' || spec === null) return []
  if (isCall(spec)) return [spec.call, ...(spec.args ?? []).flatMap(namesIn)]
  return Object.values(spec).flatMap((item) => namesIn(item as Spec))
}
