import { saveFile } from '../parts/save-file.ts'

/** Where the bytes of a download go, one part after the other. */
export interface DownloadTarget {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** All bytes came: the file appears. */
  close(): Promise<void>
  /** Nothing is left behind. */
  discard(): Promise<void>
}

/** Bytes from which a file is written to the disk as it comes, where the browser can; smaller ones are not worth a question. */
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

/**
 * Opens the target of a download. A large file goes straight to the disk, to a place that the person is asked for: a Blob of its size
 * would fill the browser's memory. Must be called while the person's click counts as one. Undefined when no place was chosen.
 */
export async function downloadTarget(name: string, size: number): Promise<DownloadTarget | undefined> {
  const { showSaveFilePicker: pick } = window as { showSaveFilePicker?: SavePicker }
  if (size < LARGE || pick === undefined) return blobTarget(name)
  try {
    return await diskTarget(await pick.call(window, { suggestedName: name }))
  } catch (error) {
    if ((error as Error).name === 'AbortError') return undefined
    // Refused by the browser's settings or the system: the usual way is left.
    return blobTarget(name)
  }
}
