import { text } from '../../i18n/text.ts'
import { fromBase64 } from '../../app/base64.ts'
import { followLink, saveFile } from '../../app/save-file.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import { useSandboxes } from '../sandboxes/sandbox-store.ts'
import { showSize } from '../sandboxes/show-size.ts'
import { type Place, shown, type Transfer } from './transfers.ts'
import { outermost, type TreeRow } from './tree-store.ts'

/** Where the bytes of a download go, one part after the other. */
interface DownloadTarget {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** All bytes came: the file appears. */
  close(): Promise<void>
  /** Nothing is left behind. */
  discard(): Promise<void>
}

/** Bytes from which a file goes to the disk as it comes; smaller ones are not worth a question. */
const LARGE = 64 * 1024 ** 2

interface SaveOptions {
  readonly suggestedName: string
}
/** Of the File System Access API, which not every browser has. */
type SavePicker = (options: SaveOptions) => Promise<FileSystemFileHandle>

/** Collects in a Blob, and hands it to the browser's downloads when it is whole. */
function blobTarget(name: string): DownloadTarget {
  let content = new Blob([])
  return {
    async write(bytes) {
      content = new Blob([content, bytes])
    },
    async close() {
      saveFile(name, content)
    },
    async discard() {
      content = new Blob([])
    },
  }
}

/** Writes to the file that the person chose; it is replaced only when all is there. */
async function diskTarget(handle: FileSystemFileHandle): Promise<DownloadTarget> {
  const file = await handle.createWritable()
  return { write: (bytes) => file.write(bytes), close: () => file.close(), discard: () => file.abort() }
}

/** How a download comes: into a target of the page, by the browser itself, or not at all, because no place was chosen. */
type Way = DownloadTarget | 'browser' | undefined

/**
 * Finds the way of a download. A small file is collected here. A large one must never be: a Blob of its size would fill the browser's
 * memory. It goes straight to the disk, to a place that the person is asked for; a browser that asks for none (Firefox, Safari) fetches
 * it from the page's host itself, where that host serves files. Must be called while the person's click counts as one.
 * @param served whether the host serves files to the browser
 * @throws DOMException when neither a place can be chosen nor the host serves files
 */
async function wayOfDownload(name: string, size: number, served: boolean): Promise<Way> {
  if (size < LARGE) return blobTarget(name)
  const { showSaveFilePicker: pick } = window as { showSaveFilePicker?: SavePicker }
  if (pick === undefined && served) return 'browser'
  try {
    if (pick === undefined) throw new DOMException(text('sandboxes.files.noPlace'), 'NotSupportedError')
    return await diskTarget(await pick.call(window, { suggestedName: name }))
  } catch (error) {
    if ((error as Error).name === 'AbortError') return undefined
    // Refused by the browser's settings or the system.
    if (served) return 'browser'
    throw error
  }
}

/** Bytes per message: small enough that neither side stalls on one. */
const PART = 1024 * 1024

/** Parts of a download that are asked for at once. */
const AHEAD = 3

type Report = (now: Partial<Transfer>) => void

/** Downloads a file. The page never holds more than a few parts of a large one. Resolves to whether all of it arrived. */
async function downloadFile(place: Place, path: string, size: number): Promise<boolean> {
  const name = path.split('/').at(-1) ?? 'file'
  const served = servesFiles()
  // Asked for before anything else: the person's click counts for a moment only.
  const way = await wayOfDownload(name, size, served).catch((error: unknown) => error as Error)
  if (way === undefined) return false
  return shown(path, 'down', size, async (signal, report) => {
    if (way instanceof Error) throw way
    if (way === 'browser') return letBrowserFetch(place, path, name, signal, report)
    await kept(way, () => receive(place, path, size, way, signal, (done) => report({ done })))
  })
}

/** Downloads a folder as an archive, as it comes from the sandbox: nobody knows before how large it is. */
async function downloadFolder(place: Place, path: string): Promise<boolean> {
  const name = `${path.split('/').at(-1) || 'root'}.tar`
  if (servesFiles())
    return shown(path, 'down', 0, (signal, report) =>
      letBrowserFetch(place, path, name, signal, report, true),
    )
  const way = await wayOfDownload(name, Infinity, false).catch((error: unknown) => error as Error)
  if (way === undefined || way === 'browser') return false
  return shown(path, 'down', 0, async (signal, report) => {
    if (way instanceof Error) throw way
    await kept(way, () => takeParts(place, path, way, signal, report))
  })
}

/** Whether the host of the page serves files to the browser. */
const servesFiles = (): boolean => useWorkbench.getState().capabilities?.downloads ?? false

/** Downloads what each row is, all at once; what is in a chosen folder comes with that. */
export function downloadRows(place: Place, rows: readonly TreeRow[]): void {
  const outer = new Set(outermost(rows.map(({ path }) => path)))
  for (const { path, entry, isFolder } of rows) {
    if (!outer.has(path)) continue
    void (isFolder ? downloadFolder(place, path) : downloadFile(place, path, entry.size))
  }
}

/** Not every platform makes archives of folders. */
export const noFolders = (platform: string): boolean =>
  useSandboxes.getState().features[platform]?.archives !== true

/** The browser fetches the file from the page's host, and shows it among its own downloads; here it is followed and cancelled. */
async function letBrowserFetch(
  { platform, sandboxId }: Place,
  path: string,
  name: string,
  signal: AbortSignal,
  report: Report,
  folder = false,
): Promise<void> {
  await workbench.call(
    'sandboxes.download',
    { platform, sandboxId, path, folder },
    {
      signal,
      onProgress: (told) =>
        'ticket' in told ? followLink(name, `/download/${told.ticket}`) : report({ done: told.sent }),
    },
  )
}

/** Lets a target appear when all of it came, and else leaves nothing behind. */
async function kept(target: DownloadTarget, fill: () => Promise<void>): Promise<void> {
  try {
    await fill()
    await target.close()
  } catch (error) {
    await target.discard().catch(() => undefined)
    throw error
  }
}

/** Takes an archive of a folder part by part; the next is on its way while one is written. */
async function takeParts(
  { platform, sandboxId }: Place,
  path: string,
  target: DownloadTarget,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  let taken: Promise<void> | undefined
  const take = async (ticket: string): Promise<void> => {
    const ask = async () => fromBase64((await workbench.call('sandboxes.downloadPart', { ticket })).base64)
    for (let part = await ask(); part.length > 0;) {
      const next = ask()
      next.catch(() => undefined)
      await target.write(part)
      part = await next
    }
  }
  const onProgress = (told: { ticket: string } | { sent: number }): void => {
    if ('sent' in told) return report({ done: told.sent })
    taken = take(told.ticket)
    taken.catch(() => undefined)
  }
  await workbench.call(
    'sandboxes.download',
    { platform, sandboxId, path, folder: true },
    { signal, onProgress },
  )
  await taken
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
