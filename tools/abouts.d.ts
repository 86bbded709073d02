/** The sentences about options as they must be, and as they are. */
export function abouts(): string
export function written(): string
