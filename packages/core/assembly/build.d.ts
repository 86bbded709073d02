/** Compiles the kernels of a folder and returns the wasm bytes. */
export function compile(folder: 'gp' | 'memories'): Promise<Uint8Array>
/** The generated module for some wasm bytes. */
export function render(bytes: Uint8Array): string
