import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { contents, llms } from './contents.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }

// The site of docs/*.md: it builds and searches without a network. Links are followed by test/links.test.ts, also those to
// files that are no page.
export default defineConfig({
  title: 'Credence',
  description: 'Predict on a data stream with honest uncertainty, without tuning',
  outDir: `${root}out/docs`,
  cacheDir: `${root}out/.vitepress`,
  rewrites: { 'README.md': 'contents.md' },
  ignoreDeadLinks: true,
  lastUpdated: false,
  markdown: { theme: { light: 'github-light', dark: 'github-dark' } },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Contents', link: '/contents' },
      { text: 'Reference', link: '/reference/index.html', target: '_self' },
      { text: `Version ${version}`, link: '/contents' },
    ],
    sidebar: contents().map(({ text, items }) => ({ text, items: [...items], collapsed: text !== 'Start' })),
    outline: [2, 3],
  },
  buildEnd({ outDir }) {
    writeFileSync(join(outDir, 'llms.txt'), llms(version))
    // As text, for programs that follow llms.txt.
    const docs = join(root, 'docs')
    for (const page of readdirSync(docs).filter((name) => name.endsWith('.md')))
      copyFileSync(join(docs, page), join(outDir, page))
  },
  vite: {
    resolve: {
      alias: {
        credence: `${root}packages/core/dist/doors/index.js`,
        '@credence/charts/page': `${root}packages/charts/dist/page/index.js`,
      },
    },
    build: { chunkSizeWarningLimit: 2000 },
  },
})
