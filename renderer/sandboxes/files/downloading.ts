import { text } from '../../i18n/text.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import { followLink } from '../../app/save-file.ts'
import { showSize } from '../sandboxes/show-size.ts'
import { fromBase64 } from './base64.ts'
import { type DownloadTarget, wayOfDownload } from './download-target.ts'
import { type Place, shown, type Transfer } from './transfers.ts'

/** Bytes per message: small enough that neither side stalls on one. */
const PART = 1024 * 1024

/** Parts of a download that are asked for at once. */
const AHEAD = 3

type Report = (now: Partial<Transfer>) => void

/** Downloads a file. The page never holds more than a few parts of a large one. Resolves to whether all of it arrived. */
export async function downloadFile(place: Place, path: string, size: number): Promise<boolean> {
  const name = path.split('/').at(-1) ?? 'file'
  const served = useWorkbench.getState().capabilities?.downloads ?? false
  // Asked for before anything else: the person's click counts for a moment only.
  const way = await wayOfDownload(name, size, served).catch((error: unknown) => error as Error)
  if (way === undefined) return false
  return shown(path, 'down', size, async (signal, report) => {
    if (way instanceof Error) throw way
    if (way === 'browser') return letBrowserFetch(place, path, name, signal, report)
    await collect(place, path, size, way, signal, report)
  })
}

/** The browser fetches the file from the page's host, and shows it among its own downloads; here it is followed and cancelled. */
async function letBrowserFetch(
  { platform, sandboxId }: Place,
  path: string,
  name: string,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  await workbench.call(
    'sandboxes.download',
    { platform, sandboxId, path },
    {
      signal,
      onProgress: (told) =>
        'ticket' in told ? followLink(name, `/download/${told.ticket}`) : report({ done: told.sent }),
    },
  )
}

async function collect(
  place: Place,
  path: string,
  size: number,
  target: DownloadTarget,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  try {
    await receive(place, path, size, target, signal, (done) => report({ done }))
    await target.close()
  } catch (error) {
    await target.discard().catch(() => undefined)
    throw error
  }
}

/** Reads a file part by part into a target. @throws Error when the sandbox handed out less than the file's size */
async function receive(
  { platform, sandboxId }: Place,
  path: string,
  size: number,
  target: DownloadTarget,
  signal: AbortSignal,
  told: (bytes: number) => void,
): Promise<void> {
  let total = size
  let asked = 0
  let offset = 0
  const coming: ReturnType<typeof ask>[] = []
  const ask = () =>
    workbench.call(
      'sandboxes.readFile',
      { platform, sandboxId, path, offset: asked, length: PART },
      { signal },
    )
  for (;;) {
    // A few questions ahead, so that the sandbox reads while the page takes in what came before.
    while (coming.length < AHEAD && (asked === 0 || asked < total)) {
      const part = ask()
      // Each is awaited in its turn; one that fails earlier must not count as unhandled.
      part.catch(() => undefined)
      coming.push(part)
      asked += PART
    }
    const part = await coming.shift()
    if (part === undefined) break
    const bytes = fromBase64(part.base64)
    total = part.size
    await target.write(bytes)
    offset += bytes.length
    told(offset)
    if (bytes.length < PART) break
  }
  // A reader that was ended midway hands out less and says nothing; files of /sys, all small, are shorter than they claim.
  if (total > PART && offset < total)
    throw new Error(text('sandboxes.files.short', { done: showSize(offset), total: showSize(total) }))
}
