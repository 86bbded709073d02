/** A program for a thread, by its path in this package. Threads run built code, also where the sources run as they are. */
export function threadProgram(path: string): URL {
  const here = import.meta.url
  return new URL(here.endsWith('.ts') ? `../../dist/${path}` : `../${path}`, here)
}
