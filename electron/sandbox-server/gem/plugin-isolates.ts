import type { Readable, Writable } from 'node:stream'

/** A plugin's program in its own sandbox. */
export interface PluginIsolate {
  readonly process: {
    readonly stdin: Writable | null
    readonly stdout: Readable
    readonly stderr: Readable
    readonly exited: Promise<{ readonly code: number }>
  }
  /** Kills everything in it and removes its files. */
  close(): Promise<void>
}

export interface PluginProgram {
  /** The interpreter and its arguments; an argument that starts with `@/` names a file in the folder. */
  readonly argv: readonly string[]
  /** The author's folder, of which the program sees a copy. */
  readonly folder?: string
  /** Additional files in the folder, by name. */
  readonly files: Readonly<Record<string, string>>
  /** Host folders visible read-only at the same path. */
  readonly mounts: readonly string[]
}

/** Where plugin programs run. @throws Error with a message when they cannot */
export interface PluginIsolates {
  open(program: PluginProgram): Promise<PluginIsolate>
}
