import { text } from '../../i18n/text.ts'
import { saveFile } from '../../app/save-file.ts'

/** Where the bytes of a download go, one part after the other. */
export interface DownloadTarget {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** All bytes came: the file appears. */
  close(): Promise<void>
  /** Nothing is left behind. */
  discard(): Promise<void>
}

/** Bytes from which a file goes to the disk as it comes; smaller ones are not worth a question. */
export const LARGE = 64 * 1024 ** 2

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
export type Way = DownloadTarget | 'browser' | undefined

/**
 * Finds the way of a download. A small file is collected here. A large one must never be: a Blob of its size would fill the browser's
 * memory. It goes straight to the disk, to a place that the person is asked for; a browser that asks for none (Firefox, Safari) fetches
 * it from the page's host itself, where that host serves files. Must be called while the person's click counts as one.
 * @param served whether the host serves files to the browser
 * @throws DOMException when neither a place can be chosen nor the host serves files
 */
export async function wayOfDownload(name: string, size: number, served: boolean): Promise<Way> {
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
