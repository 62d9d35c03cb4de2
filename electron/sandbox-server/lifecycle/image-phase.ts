import type { Images } from './images.ts'
import { type SandboxRecord, timestamp, withNotice, withPhase } from './record.ts'
import { begun, succeeded } from './record-changes.ts'
import type { Entry } from './sandbox-entry.ts'

/** Finds a sandbox's image, which one that starts again has already. @returns its record, with the phase that is over */
export async function imagePhase(
  entry: Entry,
  images: Images,
  change: (record: SandboxRecord) => void,
  signal: AbortSignal,
): Promise<SandboxRecord> {
  const start = timestamp(Date.now())
  const { record, login } = entry
  if (record.source) return withPhase(record, 'image_pull', succeeded('skip image pull on restart', start))
  change(withPhase(record, 'image_pull', begun('image pull running', start)))
  const { source, notice, message } = await images.resolve(record.image, record.pull, login, signal)
  const found = { ...entry.record, source }
  return withPhase(notice ? withNotice(found, notice) : found, 'image_pull', succeeded(message, start))
}
