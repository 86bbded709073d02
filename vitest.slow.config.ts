import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

export default mergeConfig(
  { resolve: base.resolve ?? {} },
  defineConfig({
    test: {
      include: ['packages/*/{src,test}/**/*.slow.test.ts', '{examples,test}/**/*.slow.test.ts'],
      testTimeout: 1_800_000,
      hookTimeout: 120_000,
    },
  }),
)
