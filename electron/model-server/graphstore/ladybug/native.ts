import { createRequire } from 'node:module'
import { StoreError } from '../store.ts'

/** The part of the native package's API that we use; its types are available only when it is installed. */
export interface NativeLadybug {
  readonly Database: new (
    path: string,
    bufferBytes: number,
    compression: boolean,
    readOnly: boolean,
    maxBytes: number,
    autoCheckpoint?: boolean,
    /** Log size in bytes that triggers an automatic checkpoint; -1 for the default. */
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

/** Returns the name of the package with the embedded database for a platform. */
export function packageName(platform: string = process.platform, arch: string = process.arch): string {
  return `@ladybugdb/core-${platform}-${arch}`
}

/**
 * Loads the embedded database by name, because it is an optional, platform-specific dependency.
 *
 * @throws StoreError PROVIDER_UNAVAILABLE with the command that installs it, or its missing system
 *   requirements
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

/** Explains a dynamic loader error: usually a missing shared library, on a minimal system. */
function whyNotLoaded(reason: string): string {
  const library = /(\S+): cannot open shared object file/.exec(reason)?.[1]
  if (library === undefined) return `The embedded graph database cannot be loaded (${reason}); fix that,`
  const isOpenSsl = /^lib(?:ssl|crypto)\.so\.3$/.test(library)
  return `The embedded graph database needs ${library} of the system; install it${isOpenSsl ? ' (Debian: apt install libssl3)' : ''}`
}
