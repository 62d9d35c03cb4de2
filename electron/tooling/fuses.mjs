import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

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
export async function packedApp(release) {
  const names = await readdir(release).catch(() => [])
  const candidates = names.flatMap((name) => [
    join(release, name, 'orrery'),
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
export async function wrongFuses(app, wanted) {
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
