import * as parts from './parts.ts'

/** Runs one part on so many cases, and prints what it saw. */
const [name, count] = process.argv.slice(2)
const part = (parts as unknown as Record<string, (count: number) => parts.Held | Promise<parts.Held>>)[name]
console.log(JSON.stringify(await part(Number(count))))
