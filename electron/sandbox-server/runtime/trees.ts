import { execFile } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { findTool } from './bubblewrap/tools.ts'
import { RuntimeFailure } from './runtime.ts'

const run = promisify(execFile)
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' }

/**
 * Command prefix for working on files that a sandbox left. They belong to the server's user, but an ordinary user cannot read its own
 * folder of mode 000, which overlayfs itself creates; as root of a user namespace it can.
 */
export function asOwner(): string[] {
  const unshare = process.platform === 'linux' && process.getuid?.() !== 0 ? findTool('unshare') : undefined
  return unshare ? [unshare, '--user', '--map-root-user', '--'] : []
}

/**
 * Removes a folder tree whatever a sandbox did to it: any mode, depth and size, without following links. Uses a program, since Node lists
 * folders as the server's user and retains the memory that a large tree needed.
 * @throws RuntimeFailure when something is left
 */
export async function removeTree(path: string): Promise<void> {
  if (!lstatSync(path, { throwIfNoEntry: false })) return
  const program = findTool('rm')
  if (!program) return rm(path, { recursive: true, force: true })
  const words = [program, '-rf', '--', path]
  await runWords(words).catch(async (cause: Error & { stderr?: string }) => {
    const owner = asOwner()
    // If the machine also forbids namespaces, the error of `rm` itself is the reason.
    if (owner.length > 0 && (await runWords([...owner, ...words]).catch(() => undefined))) return
    const reason = (cause.stderr ?? cause.message).trim().split('\n')[0]?.replaceAll(path, 'the folder')
    throw new RuntimeFailure(`files could not be removed: ${reason}`)
  })
}

const runWords = ([file = '', ...args]: readonly string[]) => run(file, args, { env: ENVIRONMENT })

/** Disk space of a folder's files in bytes. */
export async function treeSize(path: string): Promise<number> {
  const words = [findTool('du') ?? 'du', '-skx', '--', path]
  const owner = asOwner()
  // `du` fails when a file disappears meanwhile, but still prints the sum of the others.
  const sum = async (all: readonly string[]): Promise<number> => {
    const { stdout } = await runWords(all).catch((cause: { stdout?: string }) => cause)
    return 1024 * (Number.parseInt(stdout ?? '', 10) || 0)
  }
  // Without namespaces it still counts what is readable by everybody.
  return (owner.length > 0 && (await sum([...owner, ...words]))) || sum(words)
}
