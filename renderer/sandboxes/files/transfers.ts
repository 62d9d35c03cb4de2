import { create } from 'zustand'
import { toFailure } from '#shared/workbench/failure.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'

/** Bytes per request for hosts that buffer whole requests; small enough for memory. */
const PART_BYTES = 4 * 1024 * 1024

export interface Place {
  readonly platform: string
  readonly sandboxId: string
}

/** An upload or download. */
export interface Transfer {
  readonly id: string
  readonly name: string
  readonly direction: 'up' | 'down'
  readonly done: number
  readonly total: number
  /** For several files in one transfer: total, and completed. */
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

/** Shows a transfer while it runs; a failed one stays until dismissed. Resolves to whether it completed. */
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

/** Completes an upload, given the number of bytes to expect. */
type End<T> = (
  streamed: number,
  options: { signal?: AbortSignal; onProgress(progress: { sent: number }): void },
) => Promise<T>

/** Sends an upload's bytes and completes it; cancels it on failure. */
async function send<T>(upload: string, content: Blob, { signal, done }: Sending, end: End<T>): Promise<T> {
  const over = new AbortController()
  const streamed = useWorkbench.getState().capabilities?.streamedUploads ?? false
  const ended = end(content.size, { signal, onProgress: ({ sent }) => done?.(sent) })
  // The call reports errors; only a request that never arrived would leave it waiting.
  void (streamed ? post(upload, content, over.signal) : postParts(upload, content, over.signal))
    .catch(() => false)
    .then(
      (arrived) =>
        arrived || over.signal.aborted || setTimeout(() => void cancel(upload), REJECTION_TIMEOUT_MS),
    )
  try {
    return await ended
  } catch (error) {
    await cancel(upload)
    throw error
  } finally {
    over.abort()
  }
}

const cancel = (upload: string): Promise<unknown> =>
  workbench.call('sandboxes.cancelUpload', { upload }).catch(() => undefined)

/** Milliseconds the core may take to explain why it rejected a request body. */
const REJECTION_TIMEOUT_MS = 2000

/**
 * Streams the body: limited by the disk, without copying it to memory. Resolves to whether it was sent
 * completely.
 */
const post = async (upload: string, body: Blob | ArrayBuffer, signal: AbortSignal): Promise<boolean> =>
  (await fetch(`/upload/${upload}`, { method: 'POST', body, signal })).ok

/** Reads the next part while the sandbox processes the previous one. */
async function postParts(upload: string, content: Blob, signal: AbortSignal): Promise<boolean> {
  for (let at = 0; at === 0 || at < content.size; at += PART_BYTES) {
    if (!(await post(upload, await content.slice(at, at + PART_BYTES).arrayBuffer(), signal))) return false
  }
  return true
}

/**
 * Uploads a file, or extracts an archive into a folder with `unpack`. @throws WorkbenchError `FILE_CHANGED`
 * if it was modified after `unchangedSince`
 */
export async function writeFile(
  { platform, sandboxId }: Place,
  path: string,
  content: Blob,
  { unchangedSince, unpack, ...sending }: Sending & { unchangedSince?: number; unpack?: boolean } = {},
): Promise<Written> {
  const { upload } = await workbench.call('sandboxes.beginUpload', { platform, sandboxId, path })
  return send(upload, content, sending, (streamed, options) =>
    workbench.call('sandboxes.endUpload', { upload, streamed, unchangedSince, unpack }, options),
  )
}

/** Imports an image archive, shown as a transfer. Resolves to whether it succeeded. */
export const importImage = (platform: string, imageTag: string, archive: File): Promise<boolean> =>
  shown(archive.name, 'up', archive.size, async (signal, report) => {
    const { upload } = await workbench.call('sandboxes.beginImport', { platform, imageTag })
    const sending = { signal, done: (done: number) => report({ done }) }
    await send(upload, archive, sending, (streamed, options) =>
      workbench.call('sandboxes.endImport', { upload, streamed }, options),
    )
  })
