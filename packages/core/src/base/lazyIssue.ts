/** A forecast whose answer is worked out only where it is read: learning needs what was issued alone. */
export class LazyIssue<Answer, Issued> {
  readonly issued: Issued
  private readonly make: () => Answer

  constructor(issued: Issued, answer: () => Answer) {
    this.issued = issued
    this.make = answer
  }

  get answer(): Answer {
    return this.make()
  }
}
