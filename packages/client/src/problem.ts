/** What the service answers when it does not do what was asked: RFC 9457. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  readonly title: string
  /** Why the service refused it, where it says so; such as `id-answered`. */
  readonly code: string | undefined
  /** What kind of problem it is, such as `/problems/already-taken`. */
  readonly type: string

  constructor(
    status: number,
    title: string,
    detail: string | undefined,
    code?: string,
    type: string = 'about:blank',
  ) {
    super(detail ?? title)
    this.status = status
    this.title = title
    this.code = code
    this.type = type
  }

  /** Whether the event was learnt before, and its answer is not kept any more. */
  get alreadyTaken(): boolean {
    return this.type === '/problems/already-taken'
  }

  static async of(response: Response): Promise<ProblemError> {
    try {
      const { title, detail, code, type } = (await response.json()) as Partial<Record<string, string>>
      return new ProblemError(response.status, title ?? response.statusText, detail, code, type)
    } catch {
      return new ProblemError(response.status, response.statusText, undefined)
    }
  }
}
