import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type BoxPlan, RuntimeFailure } from '../runtime.ts'
import { diskImage } from './disk.ts'
import { boxPaths } from './layout.ts'
import type { Tools } from './tools.ts'

/** Arguments: source, target, tar. */
const COPY = [
  'set -e',
  'keep="--xattrs --xattrs-include=* --numeric-owner"',
  'set -f',
  '"$3" $keep -C "$1" -cf - . | "$3" $keep -p -C "$2" -xf -',
].join('\n')

const run = promisify(execFile)

/**
 * Copies an overlay's upper layer as a new image layer: files, links, owners, modes, whiteouts and the opaque marks that
 * overlayfs keeps in extended attributes (docs/sandbox-platform.md#containers).
 */
export async function saveLayer(tools: Tools, upper: string, target: string): Promise<void> {
  try {
    await run(tools.sh, ['-c', COPY, 'sh', upper, target, tools.tar], { env: { PATH: '/usr/bin:/bin' } })
  } catch (cause) {
    throw new RuntimeFailure(`the sandbox’s files could not be saved: ${String(cause)}`)
  }
}

/** The same for a stopped sandbox's disk, mounted for as long as the copy takes where nobody else sees it. */
export async function saveLayerOfDisk(tools: Tools, plan: BoxPlan, target: string): Promise<void> {
  const place = boxPaths(plan).merged
  const script = `"$5" -t ext4 -o loop,ro "$4" "$6" || exit 1\nset -- "$6/upper" "$2" "$3"\n${COPY}`
  const args = ['sh', '', target, tools.tar, diskImage(plan), tools.mount, place]
  try {
    await run(tools.unshare, ['-m', '--propagation', 'private', tools.sh, '-c', script, ...args], {
      env: { PATH: '/usr/bin:/bin' },
    })
  } catch (cause) {
    throw new RuntimeFailure(`the sandbox’s files could not be saved: ${String(cause)}`)
  }
}
