import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../tools/packages/pack.js'

const folder = mkdtempSync(join(tmpdir(), 'credence-python-'))
const python = join(folder, 'venv/bin/python')
const hasPython = spawnSync('python3', ['-m', 'venv', '--help']).status === 0

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}\n${stdout.slice(-4000)}${stderr.slice(-2000)}`)
  return stdout
}

/** A machine without Node: only what the virtual environment brings. */
const bare = { PATH: `${join(folder, 'venv/bin')}:/usr/bin:/bin`, HOME: folder }

describe.skipIf(!hasPython)(
  'the wheel, where Python is (skipped where it is not)',
  { timeout: 1_800_000 },
  () => {
    beforeAll(() => {
      execFileSync('node', ['tools/wheel/bundle.js'], { cwd: root, stdio: 'pipe' })
      run('python3', ['-m', 'venv', 'venv'])
      run(python, [
        '-m',
        'pip',
        'wheel',
        '--quiet',
        '--no-deps',
        '--wheel-dir',
        'wheels',
        join(root, 'python'),
      ])
      const [wheel] = readdirSync(join(folder, 'wheels')) as [string]
      run(python, ['-m', 'pip', 'install', '--quiet', join('wheels', wheel), 'twine'])
      run(python, ['-m', 'twine', 'check', '--strict', join('wheels', wheel)])
    }, 1_800_000)

    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    it('forecasts in ten lines on a machine without Node', () => {
      const program = `
from credence import Auto, forecast
model = Auto()
for day in range(60):
    model.learn_one({"weekday": day % 7}, 100 + 20 * (day % 7 == 5) + day % 3)
lower, upper = model.predict_interval_one({"weekday": 5})
print(round(lower) <= 121 <= round(upper))
rows = [{"day": f"2026-{1 + d // 28:02}-{1 + d % 28:02}", "sold": 100 + d % 7} for d in range(84)]
print(len(forecast(rows, "sold", steps=5)))`
      expect(run(python, ['-c', program], bare)).toBe('True\n6\n')
      expect(run(join(folder, 'venv/bin/credence'), ['--version'], bare)).toMatch(/^\d+\.\d+/)
    })

    it('keeps its promises, and passes the checks of River and scikit-learn', () => {
      run(python, [
        '-m',
        'pip',
        'install',
        '--quiet',
        'pytest',
        'river',
        'scikit-learn',
        'pandas',
        'polars',
        'pyarrow',
        'mypy',
        'basedpyright',
      ])
      cpSync(join(root, 'python/tests'), join(folder, 'tests'), { recursive: true })
      const env = { ...bare, KILLS: '100' }
      expect(run(python, ['-m', 'pytest', '-q', '-W', 'ignore', 'tests'], env)).toMatch(/\d+ passed/)
    })

    it('runs the notebook', () => {
      const needed = ['nbclient', 'ipykernel', 'matplotlib', 'pandas', 'scikit-learn']
      run(python, ['-m', 'pip', 'install', '--quiet', ...needed])
      cpSync(join(root, 'examples/python.ipynb'), join(folder, 'python.ipynb'))
      run(join(folder, 'venv/bin/jupyter-execute'), ['--timeout=600', '--inplace', 'python.ipynb'], bare)
      const { cells } = JSON.parse(readFileSync(join(folder, 'python.ipynb'), 'utf8'))
      const shown = (cells as { outputs?: { data?: object }[] }[]).flatMap(({ outputs = [] }) =>
        outputs.flatMap(({ data }) => Object.keys(data ?? {})),
      )
      expect(shown.filter((kind) => kind === 'image/png')).toHaveLength(2)
    })
  },
)
