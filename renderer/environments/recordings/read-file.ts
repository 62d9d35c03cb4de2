import { WorkbenchError } from '#shared/workbench/failure.ts'
import { toBase64 } from '../../app/base64.ts'
import { workbench } from '../../app/workbench.ts'
import { openEpisode } from '../session/play.ts'
import { openRecordings, removeRecordings } from './recordings.ts'

/** Bytes of the first part, so that rows are there at once, and of those behind it. */
const FIRST = 128 * 1024
const PART = 2 * 1024 ** 2
/** A file of more is shown while it is read. */
const MAX_UNSHOWN_BYTES = 4 * 1024 ** 2

/** Reads a file: one episode opens in a tab of its own, several as a set. @throws WorkbenchError where it is no trajectory file */
export async function readFile(file: File, platform: string): Promise<void> {
  const { id } = await workbench.call('recordings.begin', { name: file.name, bytes: file.size })
  const isLarge = file.size > MAX_UNSHOWN_BYTES
  if (isLarge) openRecordings(id, file.name)
  let read: Awaited<ReturnType<typeof workbench.call<'recordings.finish'>>>
  try {
    for (let at = 0, size = FIRST; at < file.size; at += size, size = PART) {
      const bytes = new Uint8Array(await file.slice(at, at + size).arrayBuffer())
      await workbench.call('recordings.part', { id, base64: toBase64(bytes) })
    }
    read = await workbench.call('recordings.finish', { id })
  } catch (error) {
    removeRecordings(id)
    throw error
  }
  const { episodes, state } = read
  if (state.failure) {
    removeRecordings(id)
    throw new WorkbenchError(state.failure)
  }
  if (isLarge) return
  if (state.question || episodes > 1) return openRecordings(id, file.name)
  const { episode } = await workbench.call('recordings.open', { id, index: 0 })
  await openEpisode(platform, episode)
  removeRecordings(id)
}
