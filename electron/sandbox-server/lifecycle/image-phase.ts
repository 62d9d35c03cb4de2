import type { PullProgress } from '../runtime/runtime.ts'
import type { Images } from './images.ts'
import { type SandboxRecord, timestamp, withNotice, withPhase } from './record.ts'
import { begun, succeeded } from './record-changes.ts'
import type { Entry } from './sandbox-entry.ts'

/** About the polling interval of clients; each change is also saved. */
const TELL_MS = 500

/** The progress of a download as text: `Downloading python:3.11, 45 of 120 MB`. */
export function pullMessage(image: string, { done, total, isHere }: PullProgress): string {
  if (isHere) return `Unpacking ${image}`
  if (total === 0) return `Downloading ${image}`
  const [unit, factor, digits] =
    total >= 1e9
      ? (['GB', 1e9, 1] as const)
      : total >= 1e6
        ? (['MB', 1e6, 0] as const)
        : (['kB', 1e3, 0] as const)
  const amount = (bytes: number): string => (bytes / factor).toFixed(digits)
  return `Downloading ${image}, ${amount(done)} of ${amount(total)} ${unit}`
}

/** Resolves a sandbox's image, unless a restarted sandbox already has it. @returns its record with the finished phase */
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
  let reported = -Infinity
  const onProgress = (progress: PullProgress): void => {
    if (signal.aborted || performance.now() - reported < TELL_MS) return
    reported = performance.now()
    const { done, total, isHere } = progress
    const known = total > 0 && !isHere ? { progress: { done, total } } : {}
    const phase = { ...begun(pullMessage(record.image, progress), start), ...known }
    change(withPhase(entry.record, 'image_pull', phase))
  }
  const wish = { policy: record.pull, login, platform: record.platform, signal, onProgress }
  const { source, notice, message } = await images.resolve(record.image, wish)
  const found = { ...entry.record, source }
  return withPhase(notice ? withNotice(found, notice) : found, 'image_pull', succeeded(message, start))
}
