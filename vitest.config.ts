import { defineConfig } from 'vitest/config'

const source = (name: string): string => new URL(`./packages/${name}/src/`, import.meta.url).pathname

export default defineConfig({
  resolve: {
    alias: [
      { find: /^credence\/(\w+)$/, replacement: `${source('core')}doors/$1.ts` },
      { find: /^credence$/, replacement: `${source('core')}doors/index.ts` },
      { find: /^@credence\/charts\/page$/, replacement: `${source('charts')}page/index.ts` },
      { find: /^@credence\/charts\/format$/, replacement: `${source('charts')}page/format.ts` },
      { find: /^@credence\/serve\/testing$/, replacement: `${source('serve')}testing/index.ts` },
      { find: /^@credence\/serve\/options$/, replacement: `${source('serve')}server/options.ts` },
      { find: /^@credence\/(\w+)$/, replacement: `${source('$1')}index.ts` },
    ],
  },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'examples/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/*.slow.test.ts', '**/node_modules/**', '**/dist/**'],
    globalSetup: ['./vitest.command.ts'],
    setupFiles: ['./vitest.setup.ts'],
    // One module graph a worker, not one a file: loading modules was a third of all time.
    isolate: false,
    testTimeout: 60_000,
    // Vitest would leave one core idle: on two cores that is half.
    maxWorkers: '100%',
  },
})
