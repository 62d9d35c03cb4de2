/**
 * Compares the fuses of the packed app with `electron-builder.yml`; last step of `npm run pack`. A signed app
 * whose fuses were not flipped looks the same from outside, so this is the only way to know.
 *
 *   node electron/tooling/pack/verify-fuses.mjs [electron-builder's output folder]
 */
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../../..', import.meta.url))

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

/**
 * The unpacked app of this system, as electron-builder lays it out.
 * @param {string} release folder that electron-builder wrote
 * @returns {Promise<string | undefined>}
 */
async function packedApp(release) {
  const names = await readdir(release).catch(() => [])
  const candidates = names.flatMap((name) => [
    join(release, name, 'orrery-desktop'),
    join(release, name, 'Orrery.app'),
    join(release, name, 'Orrery.exe'),
  ])
  return candidates.find((path) => existsSync(path))
}

/**
 * What is wrong with the fuses of a binary, one sentence each; nothing when all are as wanted. A fuse that the binary does not
 * have, or that a later Electron took away, is neither on nor off, so it is wrong as well.
 * @param {string} app the binary, or on macOS the bundle
 * @param {Readonly<Record<string, boolean>>} wanted `electronFuses` of electron-builder.yml
 * @returns {Promise<string[]>}
 */
async function wrongFuses(app, wanted) {
  if (Object.keys(wanted).length === 0) return ['No fuses are wanted: electronFuses is missing.']
  let wire
  try {
    wire = await getCurrentFuseWire(app)
  } catch (error) {
    return [`The fuses of ${app} cannot be read: ${error.message}`]
  }
  return Object.entries(wanted).flatMap(([name, on]) => {
    if (!(name in POSITIONS)) return [`The fuse ${name} is unknown here.`]
    const state = wire[POSITIONS[name]]
    if (state === (on ? FuseState.ENABLE : FuseState.DISABLE)) return []
    const is = state === FuseState.ENABLE ? 'on' : state === FuseState.DISABLE ? 'off' : 'missing'
    return [`The fuse ${name} of ${app} should be ${on ? 'on' : 'off'} and is ${is}.`]
  })
}

const release = process.argv[2] ?? join(root, 'release')

const app = await packedApp(release)
if (!app) {
  console.error(`There is no packed app under ${release}. Run npm run pack first.`)
  process.exit(1)
}
const { electronFuses = {} } = parse(await readFile(join(root, 'electron-builder.yml'), 'utf8'))
const wrong = await wrongFuses(app, electronFuses)
for (const sentence of wrong) console.error(sentence)
if (wrong.length === 0) console.log(`All ${Object.keys(electronFuses).length} fuses of ${app} are as wanted.`)
process.exit(wrong.length === 0 ? 0 : 1)
