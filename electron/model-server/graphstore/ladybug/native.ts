import { createRequire } from 'node:module'
import { StoreError } from '../store.ts'

/** The part of the native package that we use; it ships no types we could import without it being installed. */
export interface NativeLadybug {
  readonly Database: new (
    path: string,
    bufferBytes: number,
    compression: boolean,
    readOnly: boolean,
    maxBytes: number,
    autoCheckpoint?: boolean,
    /** Bytes of log after which it checkpoints by itself; -1 for its own. */
    checkpointThreshold?: number,
    throwOnWalReplayFailure?: boolean,
    enableChecksums?: boolean,
  ) => NativeDatabase
  readonly Connection: new (database: NativeDatabase, threads?: number) => NativeConnection
}

export interface NativeDatabase {
  init(): Promise<void>
  close(): Promise<void>
}

export interface NativeConnection {
  prepare(statement: string): Promise<NativeStatement>
  execute(
    statement: NativeStatement,
    parameters: { [name: string]: unknown },
  ): Promise<NativeResult | NativeResult[]>
  setQueryTimeout(milliseconds: number): void
  close(): Promise<void>
}

export interface NativeStatement {
  isSuccess(): boolean
  getErrorMessage(): string
}

export interface NativeResult {
  getAll(): Promise<{ readonly [column: string]: unknown }[]>
  close(): void
}

/** The package that holds the embedded database for this machine. */
export function packageName(platform: string = process.platform, arch: string = process.arch): string {
  return `@ladybugdb/core-${platform}-${arch}`
}

/**
 * Loads the embedded database by name, since it is an optional dependency and differs by machine.
 *
 * @throws StoreError PROVIDER_UNAVAILABLE with the command that installs it, or what it needs of the system
 */
export function loadLadybug(name = packageName()): NativeLadybug {
  try {
    return createRequire(import.meta.url)(name) as NativeLadybug
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : []
    const isHere = (error as NodeJS.ErrnoException).code === 'ERR_DLOPEN_FAILED'
    throw new StoreError(
      'PROVIDER_UNAVAILABLE',
      `${isHere ? whyNotLoaded(reason) : `The embedded graph database is not installed for this machine; run "npm install ${name}"`} or choose --graphstore file.memory.`,
      { package: name, reason },
    )
  }
}

/** What the system's loader says of a library that is there: mostly that it needs another, which a bare machine does not have. */
function whyNotLoaded(reason: string): string {
  const library = /(\S+): cannot open shared object file/.exec(reason)?.[1]
  if (library === undefined) return `The embedded graph database cannot be loaded (${reason}); mend that,`
  const isOpenSsl = /^lib(?:ssl|crypto)\.so\.3$/.test(library)
  return `The embedded graph database needs ${library} of the system; install it${isOpenSsl ? ' (Debian: apt install libssl3)' : ''}`
}
