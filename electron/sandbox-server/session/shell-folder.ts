import { execFile } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

/** The files through which a shell gets its commands, and the two FIFOs beside them: `reports` from it, `key` for it. */
export interface ShellFolder {
  /** As the sandbox names it. */
  readonly inside: string
  /** What is written to the FIFO of reports. */
  readonly reports: Readable
  /** The file can be read inside when {@link whenWritten} calls. */
  write(name: string, text: string): void
  remove(name: string): void
  /** Puts a shell's key in its FIFO, where it waits. */
  offer(key: string): void
  /** What was not read of the key goes. */
  withdraw(): void
  /** Calls when all that was asked for so far is done, at once where it is; calls come in order. */
  whenWritten(then: () => void): void
  close(): void
}

const run = promisify(execFile)

/** In a folder that this server and the sandbox share. Synchronous, since a few small writes are the fastest way. */
export async function localShellFolder(folder: string, inside: string): Promise<ShellFolder> {
  const at = (name: string): string => join(folder, name)
  mkdirSync(folder, { recursive: true })
  await run('mkfifo', [at('reports'), at('key')])
  // The sandbox's users are others than ours; the folder above keeps everybody else out.
  chmodSync(at('reports'), 0o622)
  chmodSync(at('key'), 0o644)
  let offered: number | undefined
  const withdraw = (): void => {
    if (offered !== undefined) closeSync(offered)
    offered = undefined
  }
  const reports = readingEnd(at('reports'))
  return {
    inside,
    reports,
    write: (name, text) => writeFileSync(at(name), text, { mode: 0o644 }),
    remove: (name) => rmSync(at(name), { force: true }),
    // Opened for both, so that the key stays in the FIFO and neither side waits.
    offer: (key) => {
      offered = openSync(at('key'), constants.O_RDWR | constants.O_NONBLOCK)
      writeSync(offered, key)
    },
    withdraw,
    whenWritten: (then) => then(),
    close: () => {
      withdraw()
      reports.destroy()
      void rm(folder, { recursive: true, force: true }).catch(() => undefined)
    },
  }
}

/** Opened for reading and writing, so that neither side ever waits for the other to open it, and read without blocking. */
export function readingEnd(path: string): Socket {
  const descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  try {
    return new Socket({ fd: descriptor, readable: true, writable: false })
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}
