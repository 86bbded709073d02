import { readFileSync } from 'node:fs'

/** Every package in the lock file that is not ours, with its licence and what it is for. */
export function installed() {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { license, version, dev, optional }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? 'unknown',
      use: dev ? 'development' : optional ? 'optional' : 'shipped',
    }))
}
