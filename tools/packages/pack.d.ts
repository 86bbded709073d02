export interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports?: Readonly<Record<string, unknown>>
}
export const root: string
export function manifests(): { readonly folder: string; readonly manifest: Manifest }[]
export function packAll(
  target: string,
): { readonly name: string; readonly file: string; readonly paths: string[] }[]
