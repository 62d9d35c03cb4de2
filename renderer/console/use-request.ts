import { useCallback, useEffect, useRef, useState } from 'react'
import type { TaskState } from '#shared/workbench/areas/console.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { workbench } from '../app/workbench.ts'
import type { Answer } from './result-view.tsx'

export interface RequestState {
  readonly answer: Answer | undefined
  readonly failure: WorkbenchError | undefined
  /** Start of the pending request, in Unix milliseconds. */
  readonly runningSince: number | undefined
  readonly progress:
    | {
        readonly progress?: number | undefined
        readonly total?: number | undefined
        readonly message?: string | undefined
        /** The task of the call, if the server continues it asynchronously. */
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

interface RequestOptions {
  /** Schema for validating structured content. */
  readonly outputSchema?: Record<string, unknown> | undefined
  /** Timeout; none by default. */
  readonly timeoutMs?: number | undefined
  /** Number of retries without an answer. */
  readonly retries?: number | undefined
}

/** Sends one request at a time to a server, with progress and cancel. */
export function useRequest(connection: string): RequestState & {
  /** Resolves to the outcome; undefined if another request replaced it. */
  send(
    method: string,
    params: Record<string, unknown>,
    how?: RequestOptions,
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
    async (method: string, params: Record<string, unknown>, how: RequestOptions = {}) => {
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
