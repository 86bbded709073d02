export interface OptionDoc {
  readonly about: string
  readonly usual: string | undefined
}

export interface OptionDocs {
  readonly file: string
  /** The constant that declares them, and the interface. */
  readonly constant: string
  readonly of: string
  /** The function that takes them, where the declaration names one. */
  readonly name: string | undefined
  readonly isExported: boolean
  readonly docs: Readonly<Record<string, OptionDoc>>
}

export const root: string

export function optionDocs(): readonly OptionDocs[]
