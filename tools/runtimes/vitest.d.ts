export function it(name: string, body: () => void): void
export function expect(actual: unknown): {
  toEqual(value: unknown): void
  toBeLessThan(value: number): void
}
export function runAll(): Promise<{ tests: number; failed: number; failures: string[] }>
