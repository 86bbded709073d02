/** Sets a field of a record: also one named `__proto__`, which an assignment would take for something else. */
export function setField(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value
  else Object.defineProperty(record, name, { value, enumerable: true, writable: true, configurable: true })
}
