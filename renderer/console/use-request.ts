import { useCallback, useEffect, useRef, useState } from 'react'
import type { TaskState } from '#shared/workbench/areas/console.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { workbench } from '../app/workbench.ts'
import type { Answer } from './result-view.tsx'

export interface RequestState {
  readonly answer: Answer | undefined
  readonly failure: WorkbenchError | undefined
  /** Unix milliseconds when the request that is under way began. */
  readonly runningSince: number | undefined
  readonly progress:
    | {
        readonly progress?: number | undefined
        readonly total?: number | undefined
        readonly message?: string | undefined
        /** What the call has become where its server goes on with it by itself. */
        readonly task?: TaskState | undefined
        readonly attempt?: number | undefined
      }
    | undefined
}

const IDLE: RequestState = {
  answer: undefined,
  failure: undefined,
  runningSince: undefined,
  progress: undefined,
}

interface HowAsked {
  /** What structured content is checked against. */
  readonly outputSchema?: Record<string, unknown> | undefined
  /** After which the answer is not waited for; without, as long as it takes. */
  readonly timeoutMs?: number | undefined
  /** How often it is sent again where no answer came. */
  readonly retries?: number | undefined
}

/** One request at a time to one server, with progress and cancel. */
export function useRequest(connection: string): RequestState & {
  /** Resolves to how it went; to nothing where another request took its place. */
  send(
    method: string,
    params: Record<string, unknown>,
    how?: HowAsked,
  ): Promise<Pick<RequestState, 'answer' | 'failure'> | undefined>
  cancel(): void
} {
  const [state, setState] = useState<RequestState>(IDLE)
  const running = useRef<AbortController>(undefined)

  useEffect(() => {
    setState(IDLE)
    return () => running.current?.abort()
  }, [connection])

  const send = useCallback(
    async (method: string, params: Record<string, unknown>, how: HowAsked = {}) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      setState({ ...IDLE, runningSince: Date.now() })
      try {
        const answer = await workbench.call(
          'console.request',
          { connection, method, params, ...how },
          {
            signal: controller.signal,
            onProgress: (progress) =>
              setState((before) => ({ ...before, progress: { ...before.progress, ...progress } })),
          },
        )
        if (running.current !== controller) return undefined
        setState({ ...IDLE, answer })
        return { answer, failure: undefined }
      } catch (error) {
        if (running.current !== controller) return undefined
        const failure =
          error instanceof WorkbenchError
            ? error
            : new WorkbenchError({ code: 'INTERNAL', message: String(error) })
        setState({ ...IDLE, failure })
        return { answer: undefined, failure }
      }
    },
    [connection],
  )
  const cancel = useCallback(() => running.current?.abort(), [])
  return { ...state, send, cancel }
}
