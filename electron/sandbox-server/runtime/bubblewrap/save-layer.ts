import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { RuntimeFailure } from '../runtime.ts'
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
 * overlayfs keeps in extended attributes (spec/toolchain.md §8).
 */
export async function saveLayer(tools: Tools, upper: string, target: string): Promise<void> {
  try {
    await run(tools.sh, ['-c', COPY, 'sh', upper, target, tools.tar], { env: { PATH: '/usr/bin:/bin' } })
  } catch (cause) {
    throw new RuntimeFailure(`the sandbox’s files could not be saved: ${String(cause)}`)
  }
}
