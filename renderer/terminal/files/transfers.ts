import { create } from 'zustand'
import { toFailure } from '#shared/workbench/failure.ts'
import { text } from '../../app/i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { saveFile } from '../parts/save-file.ts'
import { showSize } from '../sandboxes/show-size.ts'
import { fromBase64, toBase64 } from './base64.ts'

/** Bytes per message: small enough that neither side stalls on one. */
const PART = 1024 * 1024

/** Parts of a download that are asked for at once. */
const AHEAD = 3

interface Place {
  readonly platform: string
  readonly sandboxId: string
}

/** A file on its way in or out. */
export interface Transfer {
  readonly id: string
  readonly name: string
  readonly direction: 'up' | 'down'
  readonly done: number
  readonly total: number
  readonly problem?: string
  readonly abort: AbortController
}

export const useTransfers = create<{ readonly transfers: readonly Transfer[] }>(() => ({ transfers: [] }))

const change = (id: string, edit: Partial<Transfer>): void =>
  useTransfers.setState(({ transfers }) => ({
    transfers: transfers.map((one) => (one.id === id ? { ...one, ...edit } : one)),
  }))

export const dismissTransfer = (id: string): void =>
  useTransfers.setState(({ transfers }) => ({ transfers: transfers.filter((one) => one.id !== id) }))

/** Shows a transfer while it goes on; one that failed stays until it is dismissed. */
async function shown(
  name: string,
  direction: Transfer['direction'],
  total: number,
  move: (signal: AbortSignal, done: (bytes: number) => void) => Promise<void>,
): Promise<boolean> {
  const id = crypto.randomUUID()
  const abort = new AbortController()
  const transfer: Transfer = { id, name, direction, done: 0, total, abort }
  useTransfers.setState(({ transfers }) => ({ transfers: [...transfers, transfer] }))
  try {
    await move(abort.signal, (done) => change(id, { done }))
    dismissTransfer(id)
    return true
  } catch (error) {
    if (abort.signal.aborted) dismissTransfer(id)
    else change(id, { problem: toFailure(error).message })
    return false
  }
}

export interface Written {
  readonly size: number
  readonly modified: number
}

/** Sends bytes as one file, part by part. @throws WorkbenchError `FILE_CHANGED` when it was modified after `unchangedSince` */
export async function writeFile(
  place: Place,
  path: string,
  content: Blob,
  options: { signal?: AbortSignal; done?: (bytes: number) => void; unchangedSince?: number } = {},
): Promise<Written> {
  const { signal, done, unchangedSince } = options
  const { platform, sandboxId } = place
  const { upload } = await workbench.call('sandboxes.beginUpload', { platform, sandboxId, path })
  try {
    for (let at = 0; at < content.size; at += PART) {
      signal?.throwIfAborted()
      const bytes = new Uint8Array(await content.slice(at, at + PART).arrayBuffer())
      await workbench.call('sandboxes.uploadPart', { upload, base64: toBase64(bytes) })
      // Collecting is the first half of the way, sending the second.
      done?.(Math.min(content.size, at + PART) / 2)
    }
    return await workbench.call(
      'sandboxes.endUpload',
      { upload, ...(unchangedSince === undefined ? {} : { unchangedSince }) },
      {
        ...(signal ? { signal } : {}),
        onProgress: ({ sent }) => done?.((content.size + sent) / 2),
      },
    )
  } catch (error) {
    await workbench.call('sandboxes.cancelUpload', { upload }).catch(() => undefined)
    throw error
  }
}

export const uploadFile = (place: Place, path: string, file: Blob): Promise<boolean> =>
  shown(path, 'up', file.size, async (signal, done) => {
    await writeFile(place, path, file, { signal, done })
  })

/** Uploads what was dropped: files, and folders with everything in them. */
export async function uploadInto(place: Place, folder: string, dropped: DataTransfer): Promise<void> {
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const base = folder.replace(/\/+$/, '')
  if (entries.length === 0) {
    for (const file of dropped.files) await uploadFile(place, `${base}/${file.name}`, file)
    return
  }
  for (const entry of entries) await uploadEntry(place, base, entry)
}

async function uploadEntry(place: Place, folder: string, entry: FileSystemEntry): Promise<void> {
  const path = `${folder}/${entry.name}`
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    await uploadFile(place, path, file)
    return
  }
  const { platform, sandboxId } = place
  await workbench.call('sandboxes.makeFolder', { platform, sandboxId, path })
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // A reader hands out a folder in portions, until an empty one.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return
    for (const one of some) await uploadEntry(place, path, one)
  }
}

/** Uploads chosen files; those of a chosen folder keep their places in it. */
export async function uploadFiles(place: Place, folder: string, files: readonly File[]): Promise<void> {
  for (const file of files) {
    const path = `${folder.replace(/\/+$/, '')}/${file.webkitRelativePath || file.name}`
    if (!(await uploadFile(place, path, file))) return
  }
}

/**
 * Downloads a file. Each part becomes part of a Blob, which the browser keeps on the disk when it is large: the page never holds
 * more than a few parts.
 */
export const downloadFile = (place: Place, path: string, size: number): Promise<boolean> =>
  shown(path, 'down', size, async (signal, done) => {
    let content = new Blob([])
    let total = size
    let asked = 0
    let offset = 0
    const coming: ReturnType<typeof ask>[] = []
    const { platform, sandboxId } = place
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
      content = new Blob([content, bytes])
      offset += bytes.length
      done(offset)
      if (bytes.length < PART) break
    }
    // A reader that was ended midway hands out less and says nothing; files of /sys, all small, are shorter than they claim.
    if (total > PART && offset < total)
      throw new Error(text('terminal.files.short', { done: showSize(offset), total: showSize(total) }))
    saveFile(path.split('/').at(-1) ?? 'file', content)
  })
