import { defineConfig } from 'vite'

// The script inside every report: one file without imports, because the page must stand alone.
export default defineConfig({
  root: new URL('.', import.meta.url).pathname,
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    emptyOutDir: true,
    lib: { entry: 'client/client.ts', formats: ['iife'], name: 'report', fileName: () => 'client.js' },
  },
})
