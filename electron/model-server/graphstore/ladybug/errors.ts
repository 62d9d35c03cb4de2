import { StoreError } from '../store.ts'

/** Translates the engine's errors; ours are returned unchanged. */
export function databaseError(error: unknown, path?: string): unknown {
  if (error instanceof StoreError || (error instanceof Error && error.name === 'AbortError')) return error
  const message = error instanceof Error ? error.message : String(error)
  const where: { readonly [key: string]: string } = path === undefined ? {} : { path }
  if (/could not set lock/i.test(message)) return inUse(where)
  if (isShortOfMemory(error)) {
    return new StoreError(
      'PROVIDER_UNAVAILABLE',
      'This needs more memory than the embedded graph database may take; write smaller batches, ask for less, or raise MODEL_SERVER_EMBEDDED_MB.',
      where,
    )
  }
  if (/serialized with enableChecksums/i.test(message)) {
    return new StoreError(
      'PROVIDER_UNSUPPORTED',
      'These files were made by an earlier build or another program; choose another folder with --data and load the data again.',
      where,
    )
  }
  const reason = message.split('\n')[0] ?? message
  return new StoreError('PROVIDER_UNAVAILABLE', `The embedded graph database failed: ${reason}`, where)
}

/** Another process has locked the workspace's files. */
export function inUse(where: { readonly [key: string]: string }): StoreError {
  return new StoreError('CONFLICT', 'Another process has this workspace open; stop it first.', where)
}

/** Whether the engine's page cache was too small. */
export function isShortOfMemory(error: unknown): boolean {
  return error instanceof Error && /buffer (?:pool|manager)|MODEL_SERVER_EMBEDDED_MB/i.test(error.message)
}

/** Thrown before anything was done: the database must be reopened first. */
export class Outdated extends Error {
  override readonly name = 'Outdated'
}
