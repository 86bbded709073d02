export function mistakes(every?: number): string
