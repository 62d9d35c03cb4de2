import type { LayoutProblem, LayoutProgress, LayoutResult } from '../../graph/layout/layout.ts'
import { layoutInWorker } from '../../graph/layout/layout-client.ts'
import { solveLayout } from '../../graph/layout/solve.ts'

/** A layout, or a grid with the reason why there is none. */
interface Laid {
  readonly result: LayoutResult
  readonly error: string | undefined
}

/** Time for the second try, as a multiple of the first. */
const LEISURE = 4

/**
 * Lays out in a worker. What misses the deadline, as on a loaded machine, is tried once more with time, behind
 * what is shown meanwhile; a second failure changes nothing.
 * @throws DOMException `AbortError` when the signal fires
 */
export async function* layoutsOf(
  problem: LayoutProblem,
  signal: AbortSignal,
  onProgress: (progress: LayoutProgress) => void,
  onDraft?: (result: LayoutResult) => void,
): AsyncGenerator<Laid, void, void> {
  const first = await layOnce(problem, signal, onProgress, onDraft)
  yield first
  if (!isLate(first)) return
  const second = await layOnce({ ...problem, deadline: LEISURE * problem.deadline }, signal, onProgress)
  if (second.error === undefined) yield second
}

const isLate = ({ result, error }: Laid): boolean =>
  error === 'deadline' || result.fallbacks.some(({ reason }) => reason === 'deadline')

async function layOnce(
  problem: LayoutProblem,
  signal: AbortSignal,
  onProgress: (progress: LayoutProgress) => void,
  onDraft?: (result: LayoutResult) => void,
): Promise<Laid> {
  try {
    return { result: await layoutInWorker(problem, signal, onProgress, onDraft), error: undefined }
  } catch (error) {
    signal.throwIfAborted()
    const noKernel = (): Promise<never> => Promise.reject(new Error('the grid needs no kernel'))
    const result = await solveLayout({ ...problem, algorithm: 'grid' }, noKernel, () => undefined)
    return { result, error: error instanceof Error ? error.message : String(error) }
  }
}
