import { existsSync } from 'node:fs'

/** A Chromium of this machine, where there is one. */
export const chromiumPath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)

/** How it is started in tests: no sandbox within a container, nothing asked of the network. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
]
