/** Compiles the kernels of a folder and returns the wasm bytes. */
export function compile(folder: 'gp' | 'memories'): Promise<Uint8Array>
/** A digest of the sources of a folder: it shows whether they are those that were compiled, without compiling them. */
export function digestOf(folder: 'gp' | 'memories'): string
/** The generated module for the wasm bytes of a folder. */
export function render(folder: 'gp' | 'memories', bytes: Uint8Array): string
