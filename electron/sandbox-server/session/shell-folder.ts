import { execFile } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

/**
 * The files by which a shell receives its commands, and two FIFOs beside them: `reports` from the shell, `key` to the
 * shell.
 */
export interface ShellFolder {
  /** Path inside the sandbox. */
  readonly inside: string
  /** Whether it is there for another server, too, with the last report in a file. */
  readonly isLasting: boolean
  /** Read end of the reports FIFO. */
  readonly reports: Readable
  /** Writes a file; it can be read inside once {@link whenWritten} calls back. */
  write(name: string, text: string): void
  remove(name: string): void
  /** Writes a shell's key into its FIFO, where it stays until read. */
  offer(key: string): void
  /** Drains what was not read of the key. */
  withdraw(): void
  /** Calls back when all writes so far are done, synchronously if they are; in order of calls. */
  whenWritten(then: () => void): void
  close(): void
  /** Stops using the folder without removing it. */
  leave(): void
}

const run = promisify(execFile)

/** A folder shared between server and sandbox. Synchronous, because a few small writes are fastest that way. */
export async function localShellFolder(folder: string, inside: string): Promise<ShellFolder> {
  const at = (name: string): string => join(folder, name)
  mkdirSync(folder, { recursive: true })
  await run('mkfifo', [at('reports'), at('key')])
  // The sandbox's users differ from the server's; the parent folder excludes all other users.
  chmodSync(at('reports'), 0o622)
  chmodSync(at('key'), 0o644)
  let offered: number | undefined
  const withdraw = (): void => {
    if (offered !== undefined) closeSync(offered)
    offered = undefined
  }
  const reports = readingEnd(at('reports'))
  const leave = (): void => {
    withdraw()
    reports.destroy()
  }
  return {
    inside,
    isLasting: false,
    reports,
    write: (name, text) => overwrite(at(name), text),
    remove: (name) => rmSync(at(name), { force: true }),
    // Opened for reading and writing, so that the key stays in the FIFO and neither side blocks.
    offer: (key) => {
      offered = openSync(at('key'), constants.O_RDWR | constants.O_NONBLOCK)
      writeSync(offered, key)
    },
    withdraw,
    whenWritten: (then) => then(),
    leave,
    close: () => {
      leave()
      void rm(folder, { recursive: true, force: true }).catch(() => undefined)
    },
  }
}

/**
 * Replaces the contents in place. Emptied first, as `writeFileSync` does, a file that was just written is flushed by ext4, which takes
 * milliseconds while the disk is busy.
 */
function overwrite(path: string, text: string): void {
  const bytes = Buffer.from(text)
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o644)
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    ftruncateSync(file, bytes.length)
  } finally {
    closeSync(file)
  }
}

/** Opened for reading and writing, so that neither side waits for the other to open it, and read without blocking. */
export function readingEnd(path: string): Socket {
  const descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  try {
    return new Socket({ fd: descriptor, readable: true, writable: false })
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}
