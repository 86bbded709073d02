export interface Installed {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly use: 'development' | 'optional' | 'shipped'
}

export function installed(): Installed[]
