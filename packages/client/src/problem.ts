/** What the service answers when it does not do what was asked: RFC 9457. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  readonly title: string

  constructor(status: number, title: string, detail: string | undefined) {
    super(detail ?? title)
    this.status = status
    this.title = title
  }

  static async of(response: Response): Promise<ProblemError> {
    try {
      const { title, detail } = (await response.json()) as { title?: string; detail?: string }
      return new ProblemError(response.status, title ?? response.statusText, detail)
    } catch {
      return new ProblemError(response.status, response.statusText, undefined)
    }
  }
}
