// npm run release [-- --tag v0.2.0]: is what is here fit to be published? Checks everything, publishes nothing.
// Publishing is the work of .github/workflows/release.yml, which a tag starts.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifests, root } from './packages/pack.js'

const run = (...command) => {
  console.log(`\n$ ${command.join(' ')}`)
  execFileSync(command[0], command.slice(1), { cwd: root, stdio: 'inherit' })
}
const refuse = (text) => {
  console.error(`release: ${text}`)
  process.exit(2)
}

const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
if (repository.url.includes('NAME-THE-OWNER-FIRST'))
  refuse('package.json does not say yet where the repository is: name the owner in "repository"')
const dirty = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
if (dirty !== '') refuse(`commit or stash first:\n${dirty}`)
const waiting = readdirSync(join(root, '.changeset')).filter(
  (file) => file.endsWith('.md') && file !== 'README.md',
)
if (waiting.length > 0)
  refuse(`run «npx changeset version», then npm install, and commit: ${waiting.join(', ')}`)

const packages = manifests().map(({ manifest }) => manifest)
const [{ version }] = packages
const tag = process.argv.indexOf('--tag')
if (tag > 0 && process.argv[tag + 1] !== `v${version}`)
  refuse(`the tag ${process.argv[tag + 1]} is not that of version ${version}`)
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
if (!changelog.includes(`\n## ${version}`)) refuse(`CHANGELOG.md has no section «## ${version}»`)
const cited = readFileSync(join(root, 'CITATION.cff'), 'utf8')
if (!cited.includes(`\nversion: ${version}\n`)) refuse(`CITATION.cff does not name version ${version}`)

run('npm', 'ci')
run('npm', 'test')
run('npm', 'run', 'test:slow', '--', 'test/install', 'test/registry')
run('npm', 'run', 'docs')
run('npm', 'run', 'licences')
run('npm', 'run', 'pack')
run('npm', 'publish', '--dry-run', '--workspaces', '--access', 'public')

console.log(`\n${packages.length} packages of version ${version} are fit to be published. Nothing was. A tag does it:
  git tag v${version} && git push --tags`)
