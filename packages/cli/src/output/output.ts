/** Records to a file or to standard output, with back-pressure. */
export interface Output {
  write(record: Readonly<Record<string, unknown>>): void
  /** Sends what was written on its way, and waits while too much of it is still there. */
  flush(): Promise<void>
  /** Where a later run would go on: what was written is then on the disk. */
  left(): Promise<Left>
  /** Writes what a format keeps for its end; nothing can follow. */
  finish(): Promise<void>
  /** An output to which nothing was written, flushed or left is as it was before. */
  close(): Promise<void>
}

/** Where an output was left: its length in bytes, and their checksum. */
export interface Left {
  readonly offset: number
  readonly checksum: number
  /** The columns, where the format has a fixed set of them. */
  readonly columns?: readonly string[] | undefined
  /** Records that were taken and will be written when the columns are known. */
  readonly waiting?: readonly Readonly<Record<string, unknown>>[] | undefined
}
