/** Compiles the kernels of a folder and returns the wasm bytes. */
export function compile(folder: 'gp' | 'memories'): Promise<Uint8Array>
/** What tells whether the sources of a folder are those that were compiled, without compiling them. */
export function digestOf(folder: 'gp' | 'memories'): string
/** The generated module for the wasm bytes of a folder. */
export function render(folder: 'gp' | 'memories', bytes: Uint8Array): string
