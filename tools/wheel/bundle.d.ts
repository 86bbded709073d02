export function bundle(target: string): Promise<void>
