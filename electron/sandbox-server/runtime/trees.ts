import { execFile } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { findTool } from './bubblewrap/tools.ts'
import { RuntimeFailure } from './runtime.ts'

const run = promisify(execFile)
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' }

/**
 * Words before a program that works on files which a sandbox left. What root inside made is ours, but an ordinary user may not look into
 * his own folder of mode 000, which overlayfs itself makes; in a user namespace of which he is root he may.
 */
export function asOwner(): string[] {
  const unshare = process.platform === 'linux' && process.getuid?.() !== 0 ? findTool('unshare') : undefined
  return unshare ? [unshare, '--user', '--map-root-user', '--'] : []
}

/**
 * Removes a folder with everything in it, whatever a sandbox did to it: of any mode, depth and number, and following no link. By a program,
 * since Node lists folders as itself and keeps the memory that a large tree took.
 * @throws RuntimeFailure when something is left
 */
export async function removeTree(path: string): Promise<void> {
  if (!lstatSync(path, { throwIfNoEntry: false })) return
  const program = findTool('rm')
  if (!program) return rm(path, { recursive: true, force: true })
  const words = [program, '-rf', '--', path]
  await runWords(words).catch(async (cause: Error & { stderr?: string }) => {
    const owner = asOwner()
    // Where the machine forbids namespaces too, what `rm` itself said is the reason.
    if (owner.length > 0 && (await runWords([...owner, ...words]).catch(() => undefined))) return
    const reason = (cause.stderr ?? cause.message).trim().split('\n')[0]?.replaceAll(path, 'the folder')
    throw new RuntimeFailure(`files could not be removed: ${reason}`)
  })
}

const runWords = ([file = '', ...args]: readonly string[]) => run(file, args, { env: ENVIRONMENT })

/** Bytes that a folder's files take on the disk. */
export async function treeSize(path: string): Promise<number> {
  const words = [findTool('du') ?? 'du', '-skx', '--', path]
  const owner = asOwner()
  // It ends with an error, but with the sum of the others, when a file vanished meanwhile.
  const sum = async (all: readonly string[]): Promise<number> => {
    const { stdout } = await runWords(all).catch((cause: { stdout?: string }) => cause)
    return 1024 * (Number.parseInt(stdout ?? '', 10) || 0)
  }
  // A machine that forbids namespaces still tells what everybody may see.
  return (owner.length > 0 && (await sum([...owner, ...words]))) || sum(words)
}
