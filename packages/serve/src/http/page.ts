import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { App } from './context.ts'

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The files of the page, read once: no path of a request ever reaches the file system. */
export function addPage(app: App): void {
  const files = readPage()
  for (const [path, { body, type }] of files) {
    app.get(path, (c) => c.body(body, 200, { 'content-type': type }))
  }
  if (files.size === 0) app.get('/', (c) => c.text('The page is not built: npm run build.\n'))
}

interface File {
  readonly body: Uint8Array<ArrayBuffer>
  readonly type: string
}

function readPage(): Map<string, File> {
  const found = new Map<string, File>()
  try {
    const home = dirname(createRequire(import.meta.url).resolve('@credence/web/package.json'))
    const place = join(home, 'dist')
    for (const name of readdirSync(place, { recursive: true, encoding: 'utf8' })) {
      const type = TYPES[name.split('.').at(-1) as string]
      if (type === undefined) continue
      const path = name === 'index.html' ? '/' : `/${name.replaceAll('\\', '/')}`
      found.set(path, { body: new Uint8Array(readFileSync(join(place, name))), type })
    }
  } catch {
    // Without the page's package the service works all the same.
  }
  return found
}
