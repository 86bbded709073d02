export function mistakes(): string
