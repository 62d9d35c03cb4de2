import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { RuntimeFailure } from '../runtime.ts'

const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/run/current-system/sw/bin']

/** The absolute path of a system program, or undefined. */
export function findTool(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Programs that every namespace sandbox needs. */
export const TOOLS = ['unshare', 'nsenter', 'setpriv', 'sh', 'bash', 'mount', 'tar'] as const
/**
 * The host programs that build a sandbox, by absolute path: the `PATH` of a request must never choose them.
 */
export type Tools = Readonly<Record<(typeof TOOLS)[number], string>>

/** The paths of programs. @throws RuntimeFailure that names the missing ones */
export function findTools<Name extends string>(names: readonly Name[]): Record<Name, string> {
  const found = names.map((name) => [name, findTool(name)] as const)
  const missing = found.filter(([, path]) => !path).map(([name]) => name)
  if (missing.length === 0) return Object.fromEntries(found) as Record<Name, string>
  throw new RuntimeFailure(`the programs ${missing.join(', ')} are missing`)
}

/** A host directory that the holder may mount over: it must not contain the server's folders. */
export function mountBase(...ours: readonly string[]): string {
  const candidates = ['/mnt', '/media', '/srv', '/opt', '/home']
  const usable = candidates.find(
    (path) => existsSync(path) && !ours.some((folder) => `${folder}/`.startsWith(`${path}/`)),
  )
  return usable ?? '/tmp'
}
