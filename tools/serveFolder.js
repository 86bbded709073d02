import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

/** Serves the files of a folder, as any static server would, on a free port of this machine only. */
export async function serveFolder(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = join(folder, normalize(pathname === '/' ? '/index.html' : decodeURIComponent(pathname)))
    try {
      const bytes = await readFile(path)
      response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
      response.end(bytes)
    } catch {
      response.statusCode = 404
      response.end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}
