import { posix } from 'node:path'
import { Readable } from 'node:stream'
import type { StartFile } from '#shared/workbench/areas/sandboxes.ts'
import { toFailure } from '#shared/workbench/failure.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { SandboxPlatform } from './client/index.ts'

/**
 * Writes the initial files of a new sandbox, using operations that every platform has.
 * @throws WorkbenchError START_FILES; the sandbox runs nevertheless
 */
export async function writeStartFiles(
  client: SandboxPlatform,
  id: string,
  files: readonly StartFile[],
  signal: AbortSignal,
): Promise<void> {
  if (files.length === 0) return
  // Terminals start where `cd` leads, even if HOME is not set.
  const { stdout } = await client.execute(id, ['sh', '-c', 'cd 2>/dev/null; pwd'], { signal })
  const home = stdout.trim() || '/'
  for (const { path, text } of files) {
    const target = posix.resolve(home, path.replace(/^~\//, ''))
    const bytes = Buffer.from(text)
    try {
      await client.files.makeDirectory(id, posix.dirname(target))
      const name = posix.basename(target)
      await client.files.upload(id, Readable.from([bytes]), bytes.length, name, target, { signal })
    } catch (error) {
      if (signal.aborted) throw error
      throw workbenchError('START_FILES', { path, reason: toFailure(error).message })
    }
  }
}
