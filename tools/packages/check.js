// node tools/packages/check.js: packs every package and asks whether strangers can use what is inside.
// publint reads the manifests; «are the types wrong» resolves every entry as ESM, CommonJS and bundler projects do.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { manifests, packAll } from './pack.js'

/** ESM alone is shipped: from Node 20.19 on, which every manifest asks for, `require` loads it. */
const ACCEPTED = ['CJSResolvesToESM']

const NEVER = /\.test\.|(^|\/)(test|tests|snapshots|fixtures)\/|\.tsbuildinfo$/

const target = mkdtempSync(join(tmpdir(), 'credence-packed-'))
const complaints = []
try {
  const version = manifests()[0].manifest.version
  const packed = new Map(packAll(target).map((one) => [one.name, one]))
  for (const { manifest } of manifests()) {
    const say = (text) => complaints.push(`${manifest.name}: ${text}`)
    const { file, paths } = packed.get(manifest.name)
    for (const wanted of ['README.md', 'LICENSE']) if (!paths.includes(wanted)) say(`${wanted} is missing`)
    for (const path of paths) if (NEVER.test(path)) say(`${path} does not belong into a tarball`)
    for (const field of ['description', 'keywords', 'license', 'engines', 'exports', 'files'])
      if (!manifest[field] && !(field === 'exports' && manifest.bin)) say(`${field} is missing`)
    if (manifest.version !== version) say(`has version ${manifest.version}, others ${version}`)
    for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
      if (packed.has(name) && range !== version) say(`asks for ${name} ${range}`)

    const bytes = new Uint8Array(readFileSync(file))
    const { messages, pkg } = await publint({ strict: true, pack: { tarball: bytes.buffer } })
    for (const message of messages) say(formatMessage(message, pkg, { color: false }))

    if (!manifest.types) continue
    const { problems } = await checkPackage(createPackageFromTarballData(bytes))
    for (const { kind, ...where } of problems)
      if (!ACCEPTED.includes(kind)) say(`types: ${kind} ${JSON.stringify(where)}`)
  }
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length === 0)
    console.log(`${packed.size} packages: publint and the types of every entry are clean`)
} finally {
  rmSync(target, { recursive: true })
}
process.exitCode = complaints.length === 0 ? 0 : 1
