import ElkApi from 'elkjs/lib/elk-api.js'
import elkWorkerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { LayoutProblem, LayoutProgress, LayoutResult } from './layout.ts'
import { solveLayout } from './solve.ts'

export type LayoutReply =
  | { readonly type: 'progress'; readonly progress: LayoutProgress }
  | { readonly type: 'done'; readonly result: LayoutResult }
  | { readonly type: 'failed'; readonly message: string }

/** The Eclipse Layout Kernel runs in a worker of its own below this one; ending this worker ends both. */
const engine = new ElkApi({ workerFactory: () => new Worker(elkWorkerUrl) })

const reply = (message: LayoutReply, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer })

self.addEventListener('message', (event: MessageEvent<LayoutProblem>) => {
  solveLayout(
    event.data,
    (graph) => engine.layout(graph),
    (progress) => reply({ type: 'progress', progress }),
  ).then(
    (result) => reply({ type: 'done', result }, [result.xy.buffer]),
    (error: unknown) =>
      reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
