import { defineConfig } from 'vite'
import page from '../../packages/web/vite.config.ts'

/** Built as the live page is: nothing inline, every address relative, so that any folder of a static server will do. */
export default defineConfig({
  ...page,
  root: new URL('.', import.meta.url).pathname,
  worker: { format: 'es' },
})
