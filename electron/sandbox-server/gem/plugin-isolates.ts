import type { Readable, Writable } from 'node:stream'

/** A program of a plugin in a sandbox of its own. */
export interface PluginIsolate {
  readonly process: {
    readonly stdin: Writable | null
    readonly stdout: Readable
    readonly stderr: Readable
    readonly exited: Promise<{ readonly code: number }>
  }
  /** Ends everything in it and forgets its files. */
  close(): Promise<void>
}

export interface PluginProgram {
  /** The interpreter, and what it is given; a word that begins with `@/` names a file in the folder. */
  readonly argv: readonly string[]
  /** The author's folder, of which the program sees a copy. */
  readonly folder?: string
  /** Files that lie beside it, by name. */
  readonly files: Readonly<Record<string, string>>
  /** Folders of this machine that the program sees, read-only, at the same place. */
  readonly mounts: readonly string[]
}

/** Where the programs of plugins run. @throws Error with a sentence where they cannot */
export interface PluginIsolates {
  open(program: PluginProgram): Promise<PluginIsolate>
}
