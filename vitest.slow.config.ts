import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

export default mergeConfig(
  { resolve: base.resolve ?? {} },
  defineConfig({
    test: {
      include: [
        'packages/*/{src,test}/**/*.{slow,full}.test.ts',
        '{examples,test}/**/*.{slow,full}.test.ts',
        'packages/core/test/alarms/*.test.ts',
      ],
      env: { FULL: 'yes' },
      testTimeout: 1_800_000,
      hookTimeout: 120_000,
    },
  }),
)
