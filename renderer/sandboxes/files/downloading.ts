import { text } from '../../i18n/text.ts'
import { toFailure } from '#shared/workbench/failure.ts'
import { followLink, saveFile } from '../../app/save-file.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import { useSandboxes } from '../sandboxes/sandbox-store.ts'
import { type Place, shown, type Transfer } from './transfers.ts'
import { outermost, type TreeRow } from './tree-store.ts'

/** Consumes a download stream. Rejects if it breaks off, leaving nothing behind. */
type DownloadTarget = (content: Response) => Promise<void>

/** Size in bytes from which a file is streamed to disk; smaller ones do not justify a save dialog. */
const STREAMED_FROM_BYTES = 64 * 1024 ** 2

interface SaveOptions {
  readonly suggestedName: string
}
/** From the File System Access API, which not every browser has. */
type SavePicker = (options: SaveOptions) => Promise<FileSystemFileHandle>

/** Collects the data and passes it to the browser's downloads when complete. */
const blobTarget =
  (name: string): DownloadTarget =>
  async (content) =>
    saveFile(name, await content.blob())

/** Writes to the file chosen by the user, which is replaced only when the data is complete. */
const diskTarget =
  (handle: FileSystemFileHandle): DownloadTarget =>
  async (content) =>
    content.body?.pipeTo(await handle.createWritable())

/**
 * How to download: into a target of the page, by the browser itself, or not at all because no file was
 * chosen.
 */
type Way = DownloadTarget | 'browser' | undefined

/**
 * Chooses how to download. A small file is collected here. A large one must not be, since a Blob of its size
 * would fill the browser's memory: it is streamed to a file chosen by the user or, in browsers without a save
 * picker (Firefox, Safari), downloaded by the browser from the page's host, if that host serves files. Must
 * be called during user activation.
 * @param served whether the host serves files to the browser
 * @throws DOMException if neither a file can be chosen nor the host serves files
 */
async function wayOfDownload(name: string, size: number, served: boolean): Promise<Way> {
  if (size < STREAMED_FROM_BYTES) return blobTarget(name)
  const { showSaveFilePicker: pick } = window as { showSaveFilePicker?: SavePicker }
  if (pick === undefined && served) return 'browser'
  try {
    if (pick === undefined) throw new DOMException(text('sandboxes.files.noPlace'), 'NotSupportedError')
    return diskTarget(await pick.call(window, { suggestedName: name }))
  } catch (error) {
    if ((error as Error).name === 'AbortError') return undefined
    // Refused by the browser's settings or the system.
    if (served) return 'browser'
    throw error
  }
}

type Report = (now: Partial<Transfer>) => void

/** A file, or a folder as an archive, streamed from the sandbox: its size is unknown in advance. */
interface Wanted {
  readonly path: string
  readonly name: string
  readonly size: number | undefined
}

/** Downloads a file or folder without holding large data in memory. Resolves to whether it is complete. */
async function download(place: Place, wanted: Wanted): Promise<boolean> {
  const { path, name, size } = wanted
  const served = servesFiles()
  // Asked first: the save dialog requires recent user activation.
  const way =
    size === undefined && served
      ? 'browser'
      : await wayOfDownload(name, size ?? Infinity, served).catch((error: unknown) => error as Error)
  if (way === undefined) return false
  return shown(path, 'down', size ?? 0, async (signal, report) => {
    if (way instanceof Error) throw way
    const take = way === 'browser' ? (address: string) => void followLink(name, address) : into(way)
    await fetched(place, wanted, take, signal, report)
  })
}

/** Whether the browser can download directly from the page's host. */
const servesFiles = (): boolean => useWorkbench.getState().capabilities?.downloads ?? false

/** Downloads each row, in parallel; contents of a selected folder are part of it. */
export function downloadRows(place: Place, rows: readonly TreeRow[]): void {
  const outer = new Set(outermost(rows.map(({ path }) => path)))
  for (const { path, entry, isFolder } of rows) {
    if (!outer.has(path)) continue
    const name = path.split('/').at(-1) ?? ''
    void download(place, {
      path,
      name: isFolder ? `${name || 'root'}.tar` : name,
      size: isFolder ? undefined : entry.size,
    })
  }
}

/** Some platforms cannot archive folders. */
export const noFolders = (platform: string): boolean =>
  useSandboxes.getState().features[platform]?.archives !== true

/**
 * Fetches the core's offer: into a target, or by the browser itself, which lists it among its downloads;
 * progress and cancel remain here.
 */
async function fetched(
  { platform, sandboxId }: Place,
  { path, size }: Wanted,
  take: (address: string) => Promise<void> | undefined,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const unanswered = new AbortController()
  let taken: Promise<void> | undefined
  const onProgress = (progress: { ticket: string } | { sent: number }): void => {
    if ('sent' in progress) return report({ done: progress.sent })
    taken = take(`/download/${progress.ticket}`)
    taken?.catch((error: unknown) => error instanceof Unanswered && unanswered.abort())
  }
  try {
    await workbench.call(
      'sandboxes.download',
      { platform, sandboxId, path, folder: size === undefined },
      { signal: AbortSignal.any([signal, unanswered.signal]), onProgress },
    )
  } catch (error) {
    // The call has the best message for failures on the sandbox's side; only the page knows about its own.
    if (unanswered.signal.aborted || toFailure(error).code === 'DOWNLOAD_ENDED') await taken
    throw error
  }
  await taken
}

/** The page's host was unreachable, so the core's offer will never be fetched. */
class Unanswered extends Error {}

const into =
  (target: DownloadTarget) =>
  async (address: string): Promise<void> => {
    const content = await fetch(address).catch((error: Error) => {
      throw new Unanswered(error.message)
    })
    if (!content.ok) throw new Unanswered(content.statusText)
    await target(content)
  }
