import type { LayoutProblem, LayoutProgress, LayoutResult } from './layout.ts'
import type { LayoutOrder, LayoutReply } from './layout.worker.ts'

/** Milliseconds after the deadline before the worker is terminated: ELK may exceed it on one group. */
const GRACE_MS = 4000

/**
 * Runs a layout in a worker; with a draft, a grid is delivered first. One worker per layout: terminating it
 * cancels the layout.
 * @throws DOMException `AbortError` when the signal fires; Error `deadline` if the worker does not respond in
 * time.
 */
export function layoutInWorker(
  problem: LayoutProblem,
  signal: AbortSignal,
  onProgress: (progress: LayoutProgress) => void,
  onDraft?: (result: LayoutResult) => void,
): Promise<LayoutResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })
    const timer = setTimeout(() => settle(() => reject(new Error('deadline'))), problem.deadline + GRACE_MS)
    const onAbort = (): void =>
      settle(() => reject(new DOMException('The layout was cancelled.', 'AbortError')))
    function settle(finish: () => void): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      worker.terminate()
      finish()
    }
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    worker.addEventListener('message', ({ data }: MessageEvent<LayoutReply>) => {
      if (data.type === 'progress') onProgress(data.progress)
      else if (data.type === 'draft') onDraft?.(data.result)
      else if (data.type === 'done') settle(() => resolve(data.result))
      else settle(() => reject(new Error(data.message)))
    })
    worker.addEventListener('error', (event) =>
      settle(() => reject(new Error(event.message || 'layout worker'))),
    )
    worker.postMessage({ problem, draft: onDraft !== undefined } satisfies LayoutOrder)
  })
}
