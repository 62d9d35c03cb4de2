import { CommitMark, truncateToLastCommit } from './commit-mark.ts'
import { isShortOfMemory } from './errors.ts'
import { LADYBUG_SCHEMA } from './keyed-layout.ts'
import { STAMP_SCHEMA } from './kept-indexes.ts'
import { Line } from './line.ts'
import type { NativeDatabase, NativeLadybug } from './native.ts'
import {
  checkpointIsOpen,
  createBackup,
  deleteBackup,
  hasBackup,
  logSize,
  restoreBackup,
} from './recovery.ts'

/** Address space reserved per database; by default each takes 8 TiB and the tenth cannot be opened. */
const MAX_BYTES = 256 * 1024 ** 3

/**
 * Maximum duration of a read. The engine supports only timeouts: a request cancelled earlier returns
 * immediately, and its read ends in the background at this limit.
 */
const READ_TIMEOUT_MS = 30_000

/** Read connections, so that a long read does not block others. */
const READERS = 3

export interface EngineFile {
  readonly native: NativeLadybug
  readonly path: string
  readonly bufferBytes: number
}

export interface Engine {
  readonly mark: CommitMark
  readonly database: NativeDatabase
  readonly readers: readonly Line[]
  readonly writer: Line
}

/** Opens the engine and checkpoints its log. Undefined when it is short of memory for that. */
export async function openEngine(file: EngineFile): Promise<Engine | undefined> {
  const { path } = file
  if (hasBackup(path)) await restoreBackup(path)
  else if (checkpointIsOpen(path)) await createBackup(path)
  const isWhole = await truncateToLastCommit(path)
  let engine: Engine | undefined
  try {
    engine = await startEngine(file, isWhole)
    if (hasBackup(path) || (await logSize(path)) > 0) await engine.writer.run('CHECKPOINT')
    await engine.mark.set()
    await deleteBackup(path)
    return engine
  } catch (error) {
    if (engine) {
      if (checkpointIsOpen(path)) await createBackup(path)
      await closeEngine(engine).catch(() => {})
    }
    if (isShortOfMemory(error)) return undefined
    throw error
  }
}

/** @param isWhole whether the log ends with a commit, so that all of it must be readable */
async function startEngine({ native, path, bufferBytes }: EngineFile, isWhole: boolean): Promise<Engine> {
  const database = new native.Database(
    path,
    bufferBytes,
    true,
    false,
    MAX_BYTES,
    // We start checkpoints ourselves: a failing one must not affect the result of a commit.
    false,
    -1,
    isWhole,
    // With checksums the engine cannot read back entries with texts above 4 KiB.
    false,
  )
  await database.init()
  const readers = Array.from({ length: READERS }, () => {
    const connection = new native.Connection(database)
    connection.setQueryTimeout(READ_TIMEOUT_MS)
    return new Line(connection)
  })
  const writer = new Line(new native.Connection(database))
  const engine = { database, readers, writer, mark: await CommitMark.open(path) }
  try {
    for (const statement of [...LADYBUG_SCHEMA, STAMP_SCHEMA]) await writer.run(statement)
    return engine
  } catch (error) {
    await closeEngine(engine).catch(() => {})
    throw error
  }
}

export async function closeEngine({ database, readers, writer, mark }: Engine): Promise<void> {
  for (const reader of readers) await reader.close()
  await writer.close()
  await mark.close()
  await database.close()
}
