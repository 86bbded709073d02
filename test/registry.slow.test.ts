import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeJsr } from '../tools/packages/jsr.js'
import { root } from '../tools/packages/pack.js'

/** A release from beginning to end, to a registry on this machine. */

const home = mkdtempSync(join(tmpdir(), 'credence-release-'))
const clone = join(home, 'clone')
const npmrc = join(home, 'npmrc')
let registry: ChildProcess | undefined
let url = ''

function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { ...process.env, npm_config_userconfig: npmrc, npm_config_cache: join(home, 'cache'), ...env },
  })
}

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** An empty folder with these packages of the registry. */
function folderWith(name: string, ...packages: readonly string[]): string {
  const folder = join(home, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  run('npm', ['install', '--no-audit', '--no-fund', ...packages], folder)
  return folder
}

const reachable = spawnSync('npm', ['view', 'verdaccio', 'version']).status === 0

describe.skipIf(!reachable)(
  'a release to a local registry (skipped where npm reaches none)',
  { timeout: 3_600_000 },
  () => {
    beforeAll(async () => {
      const port = await freePort()
      url = `http://127.0.0.1:${port}/`
      const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
      writeFileSync(
        join(home, 'config.yaml'),
        [
          `storage: ${join(home, 'storage')}`,
          'auth: { htpasswd: { file: ./htpasswd } }',
          `uplinks: { npmjs: { url: '${upstream}' } }`,
          'packages:',
          "  'credence': { access: $all, publish: $all }",
          "  '@credence/*': { access: $all, publish: $all }",
          "  '**': { access: $all, proxy: npmjs }",
          'log: { type: stdout, level: fatal }',
        ].join('\n'),
      )
      writeFileSync(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=anything\n`)
      const tool = join(home, 'tool')
      mkdirSync(tool)
      // It asks for node-fetch by a tag, which not every mirror of the registry knows.
      writeFileSync(join(tool, 'package.json'), '{ "private": true, "overrides": { "node-fetch": "2.7.0" } }')
      execFileSync('npm', ['install', '--no-audit', '--no-fund', 'verdaccio@6.10.4', 'node@24'], {
        cwd: tool,
        stdio: 'pipe',
      })
      const bin = (name: string): string => join(tool, 'node_modules/.bin', name)
      // It needs a newer Node than the library does.
      const args = [bin('verdaccio'), '--config', join(home, 'config.yaml'), '--listen', `127.0.0.1:${port}`]
      registry = spawn(bin('node'), args, { stdio: 'ignore' })
      for (let tries = 0; tries < 120; tries++) {
        if (
          await fetch(`${url}-/ping`).then(
            ({ ok }) => ok,
            () => false,
          )
        )
          return
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      throw new Error('the registry did not start')
    }, 600_000)

    afterAll(() => {
      registry?.kill()
      rmSync(home, { recursive: true, force: true })
    })

    it('a changeset becomes a version, and every package of it is published once', () => {
      cpSync(root, clone, {
        recursive: true,
        filter: (path) => !/\/(?:out|\.git|_js)(?:\/|$)/.test(path.slice(root.length)),
      })
      writeFileSync(join(clone, '.changeset/rehearsal.md'), "---\n'credence': minor\n---\n\nA rehearsal.\n")
      run('npx', ['changeset', 'version'], clone)
      const { version } = JSON.parse(readFileSync(join(clone, 'packages/core/package.json'), 'utf8'))
      expect(version).toBe('0.2.0')
      run('node', ['tools/packages/publish.js', '--registry', url], clone)
      expect(run('npm', ['view', '@credence/cli', 'version'], home).trim()).toBe(version)
      // A second run finds all of it and publishes nothing.
      const again = run('node', ['tools/packages/publish.js', '--registry', url], clone)
      expect(again.match(/is there already/g)).toHaveLength(10)
    })

    it('npx credence works from nothing, and the library depends on nothing', () => {
      const folder = folderWith('library', 'credence')
      expect(Object.keys(JSON.parse(run('npm', ['ls', '--json', '--all'], folder)).dependencies)).toEqual([
        'credence',
      ])
      expect(run('npx', ['credence', '--version'], folder)).toBe('0.2.0\n')
      expect(run('npx', ['credence', 'forecast', '--help'], folder)).toContain('--steps')
    })

    it('JSR takes the library in a dry run, and its sources run under Deno as they are', () => {
      const folder = join(home, 'jsr')
      writeJsr(folder)
      const deno = join(folderWith('deno', 'deno'), 'node_modules/.bin/deno')
      const env = { NO_COLOR: '1' }
      const said = spawnSync(deno, ['publish', '--dry-run', '--allow-dirty'], {
        cwd: folder,
        env: { ...process.env, ...env },
      })
      expect(String(said.stderr)).toContain('Dry run complete')
      const program = `import { auto } from './src/doors/index.ts'
const learner = auto()
for (let i = 0; i < 50; i++) learner.learn({ x: i % 5 }, 2 * (i % 5))
console.log(Math.round(learner.predict({ x: 3 }).mean))`
      expect(run(deno, ['eval', program], folder, env)).toBe('6\n')
    })

    const runtimes = [
      ['node@20.19', 'node'],
      ['node@22', 'node'],
      ['node@24', 'node'],
      ['bun', 'bun'],
      ['deno', 'deno'],
    ] as const
    it.each(runtimes)('the first program of the README runs under %s', (runtime, name) => {
      const folder = folderWith(`runtime-${runtime}`, 'credence', runtime)
      const readme = readFileSync(join(root, 'README.md'), 'utf8')
      const [, code] = /```ts\n(.*?)```/s.exec(readme) as unknown as [string, string]
      writeFileSync(join(folder, 'first.mjs'), code)
      const bin = join(folder, 'node_modules/.bin', name)
      const printed = run(
        bin,
        name === 'node' ? ['first.mjs'] : ['run', ...(name === 'deno' ? ['-A'] : []), 'first.mjs'],
        folder,
      )
      const expected = [...code.matchAll(/\/\/=> '(.*)'$/gm)].map(([, value]) => value)
      expect(printed.trim().split('\n')).toEqual(expected)
    })
  },
)
