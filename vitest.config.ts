import { defineConfig } from 'vitest/config'

const core = new URL('./packages/core/src/', import.meta.url).pathname
const recipe = new URL('./packages/recipe/src/', import.meta.url).pathname

export default defineConfig({
  resolve: {
    alias: [
      { find: /^credence\/testing$/, replacement: `${core}testing/index.ts` },
      { find: /^credence$/, replacement: `${core}index.ts` },
      { find: /^@credence\/recipe$/, replacement: `${recipe}index.ts` },
    ],
  },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'examples/**/*.test.ts'],
    exclude: ['**/*.slow.test.ts', '**/node_modules/**', '**/dist/**'],
    testTimeout: 30_000,
  },
})
