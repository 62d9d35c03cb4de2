import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type BoxPlan, RuntimeFailure } from '../runtime.ts'
import { asOwner } from '../trees.ts'
import { diskImage } from './disk.ts'
import { boxPaths } from './layout.ts'
import type { Tools } from './tools.ts'

/**
 * Arguments: source, part, target, tar. A source that is no real folder is refused: it could lead anywhere. tar itself follows no link,
 * neither where it reads nor in a target that nobody else writes.
 */
const COPY = [
  'set -e -f -o pipefail',
  'for step in "$1" "$1/$2"; do',
  '  if [ -L "${step%/}" ] || ! [ -d "$step" ]; then echo "there is no such folder" >&2; exit 1; fi',
  'done',
  'keep="--xattrs --xattrs-include=* --numeric-owner"',
  // 1: a file changed while it was read, which a running sandbox may do.
  '{ "$4" $keep -C "$1/$2" -cf - . || [ $? = 1 ]; } | "$4" $keep -p -C "$3" -xf -',
].join('\n')

const run = promisify(execFile)

/**
 * Copies an overlay's upper layer, or `part` of it, as a new image layer: files, links, owners, modes, whiteouts and the opaque marks that
 * overlayfs keeps in extended attributes.
 */
export function saveLayer(tools: Tools, upper: string, part: string, target: string): Promise<void> {
  return copied([...asOwner(), tools.bash, '-c', COPY, 'bash', upper, part, target, tools.tar])
}

/** The same for a stopped sandbox's disk, mounted for as long as the copy takes where nobody else sees it. */
export function saveLayerOfDisk(tools: Tools, plan: BoxPlan, part: string, target: string): Promise<void> {
  const place = boxPaths(plan).merged
  const script = `"$6" -t ext4 -o loop,ro "$5" "$1" || exit 1\nset -- "$1/upper" "$2" "$3" "$4"\n${COPY}`
  const args = ['bash', place, part, target, tools.tar, diskImage(plan), tools.mount]
  return copied([tools.unshare, '-m', '--propagation', 'private', tools.bash, '-c', script, ...args])
}

async function copied([file = '', ...args]: string[]): Promise<void> {
  await run(file, args, { env: { PATH: '/usr/bin:/bin' } }).catch((cause: { stderr?: string }) => {
    const reason = (cause.stderr ?? '').trim().split('\n').at(-1)
    throw new RuntimeFailure(`the sandbox’s files could not be saved: ${reason || 'tar failed'}`)
  })
}
