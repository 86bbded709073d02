/** What the service answers when it does not do what was asked: RFC 9457. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  readonly title: string
  /** Why the service refused it, where it says so; such as `id-answered`. */
  readonly code: string | undefined

  constructor(status: number, title: string, detail: string | undefined, code?: string) {
    super(detail ?? title)
    this.status = status
    this.title = title
    this.code = code
  }

  static async of(response: Response): Promise<ProblemError> {
    try {
      const { title, detail, code } = (await response.json()) as Partial<Record<string, string>>
      return new ProblemError(response.status, title ?? response.statusText, detail, code)
    } catch {
      return new ProblemError(response.status, response.statusText, undefined)
    }
  }
}
