import ElkApi from 'elkjs/lib/elk-api.js'
import elkWorkerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { Elk } from './layered.ts'
import type { LayoutProblem, LayoutProgress, LayoutResult } from './layout.ts'
import { solveLayout } from './solve.ts'

export type LayoutReply =
  | { readonly type: 'progress'; readonly progress: LayoutProgress }
  | { readonly type: 'draft'; readonly result: LayoutResult }
  | { readonly type: 'done'; readonly result: LayoutResult }
  | { readonly type: 'failed'; readonly message: string }

/**
 * A layout request; with `draft`, a grid is returned immediately and shown while the real layout is computed.
 */
export interface LayoutOrder {
  readonly problem: LayoutProblem
  readonly draft: boolean
}

/** ELK runs in a nested worker; terminating this worker terminates both. */
const engine = new ElkApi({ workerFactory: () => new Worker(elkWorkerUrl) })

const reply = (message: LayoutReply, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer })

async function solve({ problem, draft }: LayoutOrder): Promise<LayoutResult> {
  const kernel: Elk = (graph) => engine.layout(graph)
  if (draft) {
    const result = await solveLayout({ ...problem, algorithm: 'grid' }, kernel, () => undefined)
    reply({ type: 'draft', result }, [result.xy.buffer])
  }
  return solveLayout(problem, kernel, (progress) => reply({ type: 'progress', progress }))
}

self.addEventListener('message', ({ data }: MessageEvent<LayoutOrder>) => {
  solve(data).then(
    (result) => reply({ type: 'done', result }, [result.xy.buffer]),
    (error: unknown) =>
      reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
