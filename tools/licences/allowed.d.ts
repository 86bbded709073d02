export function allowed(name: string, version: string, licence: string): boolean
