import { create } from 'zustand'
import { toFailure } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { toBase64 } from '../../app/base64.ts'

/** Bytes per message: small enough that neither side stalls on one. */
const PART = 1024 * 1024

export interface Place {
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
  /** Of several files that go together: how many there are, and how many arrived. */
  readonly files?: { readonly done: number; readonly total: number }
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

/** Shows a transfer while it goes on; one that failed stays until it is dismissed. Resolves to whether all of it arrived. */
export async function shown(
  name: string,
  direction: Transfer['direction'],
  total: number,
  move: (signal: AbortSignal, report: (now: Partial<Transfer>) => void) => Promise<void>,
): Promise<boolean> {
  const id = crypto.randomUUID()
  const abort = new AbortController()
  const transfer: Transfer = { id, name, direction, done: 0, total, abort }
  useTransfers.setState(({ transfers }) => ({ transfers: [...transfers, transfer] }))
  try {
    await move(abort.signal, (now) => change(id, now))
    dismissTransfer(id)
    return true
  } catch (error) {
    if (abort.signal.aborted) dismissTransfer(id)
    else change(id, { problem: toFailure(error).message })
    return false
  }
}

interface Written {
  readonly size: number
  readonly modified: number
}

interface Sending {
  readonly signal?: AbortSignal | undefined
  done?(bytes: number): void
}

/** Sends the bytes of an upload that was begun, part by part, and ends it; one that fails is cancelled. */
async function sendParts<T>(
  upload: string,
  content: Blob,
  { signal, done }: Sending,
  end: (options: { signal?: AbortSignal; onProgress(told: { sent: number }): void }) => Promise<T>,
): Promise<T> {
  try {
    for (let at = 0; at < content.size; at += PART) {
      signal?.throwIfAborted()
      const bytes = new Uint8Array(await content.slice(at, at + PART).arrayBuffer())
      await workbench.call('sandboxes.uploadPart', { upload, base64: toBase64(bytes) })
      // Collecting is the first half of the way, sending the second.
      done?.(Math.min(content.size, at + PART) / 2)
    }
    return await end({ signal, onProgress: ({ sent }) => done?.((content.size + sent) / 2) })
  } catch (error) {
    await workbench.call('sandboxes.cancelUpload', { upload }).catch(() => undefined)
    throw error
  }
}

/** Sends bytes as one file. @throws WorkbenchError `FILE_CHANGED` when it was modified after `unchangedSince` */
export async function writeFile(
  { platform, sandboxId }: Place,
  path: string,
  content: Blob,
  { unchangedSince, ...sending }: Sending & { unchangedSince?: number } = {},
): Promise<Written> {
  const { upload } = await workbench.call('sandboxes.beginUpload', { platform, sandboxId, path })
  return sendParts(upload, content, sending, (options) =>
    workbench.call('sandboxes.endUpload', { upload, unchangedSince }, options),
  )
}

/** Makes an image of an archive, shown as a transfer. Resolves to whether it is there. */
export const importImage = (platform: string, imageTag: string, archive: File): Promise<boolean> =>
  shown(archive.name, 'up', archive.size, async (signal, report) => {
    const { upload } = await workbench.call('sandboxes.beginImport', { platform, imageTag })
    const sending = { signal, done: (done: number) => report({ done }) }
    await sendParts(upload, archive, sending, (options) =>
      workbench.call('sandboxes.endImport', { upload }, options),
    )
  })
