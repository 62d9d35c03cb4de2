/**
 * Reads the fuses out of the packed app and compares them with `electron-builder.yml`; `npm run pack` ends with it. A signed
 * app whose fuses were not flipped looks the same from outside, so this is the only way to know.
 */
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** electron-builder's names for the wire's positions. */
const POSITIONS = {
  runAsNode: FuseV1Options.RunAsNode,
  enableCookieEncryption: FuseV1Options.EnableCookieEncryption,
  enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
  enableEmbeddedAsarIntegrityValidation: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
  loadBrowserProcessSpecificV8Snapshot: FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
  grantFileProtocolExtraPrivileges: FuseV1Options.GrantFileProtocolExtraPrivileges,
}

/** The unpacked app of this system, as electron-builder lays it out. */
async function packedApp() {
  const release = join(root, 'release')
  const names = await readdir(release).catch(() => [])
  const candidates = names.flatMap((name) => [
    join(release, name, 'orrery'),
    join(release, name, 'Orrery.app'),
    join(release, name, 'Orrery.exe'),
  ])
  return candidates.find((path) => existsSync(path))
}

const app = await packedApp()
if (!app) {
  console.error('There is no packed app under release/. Run npm run pack first.')
  process.exit(1)
}
const wire = await getCurrentFuseWire(app)
const { electronFuses } = parse(await readFile(join(root, 'electron-builder.yml'), 'utf8'))
const wrong = Object.entries(electronFuses).filter(
  ([name, on]) => (wire[POSITIONS[name]] === FuseState.ENABLE) !== on,
)
for (const [name, on] of wrong)
  console.error(`The fuse ${name} of ${app} should be ${on ? 'on' : 'off'} and is not.`)
console.log(
  `${Object.keys(electronFuses).length - wrong.length} of ${Object.keys(electronFuses).length} fuses are as wanted.`,
)
process.exit(wrong.length === 0 ? 0 : 1)
