import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'

/** The host programs that build a sandbox, by absolute path: a request's `PATH` must never choose them. */
export interface Tools {
  readonly bwrap: string
  readonly unshare: string
  readonly nsenter: string
  readonly setpriv: string
  readonly sh: string
  readonly mount: string
  readonly tar: string
}

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

const NAMES = ['bwrap', 'unshare', 'nsenter', 'setpriv', 'sh', 'mount', 'tar'] as const

/** All tools, or the names of those that are missing. */
export function findTools(): { tools: Tools } | { missing: string[] } {
  const found = NAMES.map((name) => [name, findTool(name)] as const)
  const missing = found.filter(([, path]) => !path).map(([name]) => name)
  return missing.length > 0 ? { missing } : { tools: Object.fromEntries(found) as unknown as Tools }
}

/** A directory of the host that the holder may cover with its own mounts: it must not contain our folders. */
export function mountBase(...ours: readonly string[]): string {
  const candidates = ['/mnt', '/media', '/srv', '/opt', '/home']
  const usable = candidates.find(
    (path) => existsSync(path) && !ours.some((folder) => `${folder}/`.startsWith(`${path}/`)),
  )
  return usable ?? '/tmp'
}
