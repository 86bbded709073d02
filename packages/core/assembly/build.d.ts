/** Compiles the kernels and returns the wasm bytes. */
export function compile(): Promise<Uint8Array>
/** The generated module for some wasm bytes. */
export function render(bytes: Uint8Array): string
