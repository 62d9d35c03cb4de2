import { Worker, parentPort, workerData } from 'node:worker_threads'
import type { Parse } from './files.ts'
import { type ModelText, type ParsedText, parseModelText } from './parse.ts'

/** Shorter texts are parsed directly: starting a thread would take longer. */
const MIN_ASIDE_LENGTH = 64 * 1024

/** A text of 8 MiB takes about ten seconds. */
const MAX_PARSE_MS = 60_000

/** Aliases can expand a small text enormously; then the thread is terminated instead of the server. */
const MAX_HEAP_MB = 512

type Answer = ParsedText | { readonly error: string }

/**
 * Parses large texts in a worker thread, so that other sessions are served meanwhile. @param entry the
 * program, which calls {@link runParseWorker} when run as a thread
 */
export const workerParser =
  (entry: URL): Parse =>
  async (text, signal) =>
    text.text.length < MIN_ASIDE_LENGTH ? parseModelText(text) : parseAside(entry, text, signal)

async function parseAside(entry: URL, text: ModelText, signal: AbortSignal | undefined): Promise<ParsedText> {
  const worker = new Worker(entry, {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  try {
    return await new Promise<ParsedText>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('it takes too long to parse')), MAX_PARSE_MS)
      worker.once('message', (answer: Answer) =>
        'error' in answer ? reject(new Error(answer.error)) : resolve(answer),
      )
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Error('it takes too much memory to parse') : error,
        ),
      )
      worker.once('exit', () => {
        clearTimeout(timer)
        reject(new Error('it cannot be parsed'))
      })
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    })
  } finally {
    await worker.terminate()
  }
}

/** Worker side. */
export function runParseWorker(): void {
  let answer: Answer
  try {
    answer = parseModelText(workerData as ModelText)
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(answer)
}
