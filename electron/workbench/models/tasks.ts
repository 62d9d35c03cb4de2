import { setTimeout as pause } from 'node:timers/promises'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { TaskState } from '#shared/workbench/areas/console.ts'
import type { ProtocolClient, ProtocolClientOptions } from './protocol-client.ts'

/**
 * The extension by which a server answers calls with tasks and a client declares support for them (2026-07-28;
 * SEP-2663).
 */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** Polling interval bounds in milliseconds, whatever the server suggests. */
const [MIN_POLL_MS, USUAL_POLL_MS, MAX_POLL_MS] = [100, 1000, 60_000]
/** Error code for a task that its server cancelled. */
const TASK_CANCELLED = -32_000

const fields = z.record(z.string(), z.unknown())
const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)
/** A task as in 2025-11-25 (`pollInterval`, result by a separate request) or in the extension (`pollIntervalMs`, result included). */
const taskSchema = z.looseObject({
  taskId: z.string(),
  status: z.string(),
  statusMessage: optional(z.string()),
  pollInterval: optional(z.number()),
  pollIntervalMs: optional(z.number()),
  result: optional(fields),
  error: optional(z.looseObject({ code: z.number(), message: z.string(), data: z.unknown().optional() })),
  inputRequests: optional(
    z.record(z.string(), z.looseObject({ method: z.string(), params: optional(fields) })),
  ),
})
type Task = z.infer<typeof taskSchema>

/** Returns the task that a server answered a call with, if any, and whether it follows the extension. */
export function taskIn(result: Record<string, unknown>): { task: Task; isExtension: boolean } | undefined {
  const isExtension = result['resultType'] === 'task'
  const { success, data } = taskSchema.safeParse(isExtension ? result : result['task'])
  return success ? { task: data, isExtension } : undefined
}

interface Following extends Pick<ProtocolClientOptions, 'onQuestion' | 'roots'> {
  readonly ask: ProtocolClient['request']
  /** Timeout in milliseconds. */
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Called with each state of the task. */
  onTask?(task: TaskState): void
}

/**
 * Polls a task until it is over and returns the result of its call. A task that is no longer awaited is cancelled.
 * @throws McpError
 */
export async function followTask(first: { task: Task; isExtension: boolean }, how: Following) {
  const { taskId } = first.task
  const late = how.timeout === undefined ? undefined : AbortSignal.timeout(how.timeout)
  const signal = AbortSignal.any([how.signal, late].filter((one) => one !== undefined))
  const follow = first.isExtension ? followExtension : followSession
  try {
    return await follow(first.task, { ...how, signal })
  } catch (error) {
    if (!signal.aborted) throw error
    void how.ask('tasks/cancel', { taskId }, {}).catch(() => undefined)
    if (how.signal?.aborted) throw error
    throw new McpError(ErrorCode.RequestTimeout, 'Request timed out')
  }
}

type BoundedFollowing = Following & Required<Pick<RequestOptions, 'signal'>>

/** Polls once, after the interval that the task asked for. */
async function next(
  { taskId, pollInterval, pollIntervalMs }: Task,
  { ask, signal }: BoundedFollowing,
): Promise<Task> {
  const wanted = pollIntervalMs ?? pollInterval ?? USUAL_POLL_MS
  await pause(Math.min(Math.max(wanted, MIN_POLL_MS), MAX_POLL_MS), undefined, { signal, ref: false })
  return taskSchema.parse(await ask('tasks/get', { taskId }, { signal }))
}

/** 2025-11-25: a second request returns the result, and the server sends its own requests meanwhile. */
async function followSession(first: Task, how: BoundedFollowing): Promise<Record<string, unknown>> {
  const { taskId } = first
  let pendingResult: Promise<Record<string, unknown>> | undefined
  const result = () => (pendingResult ??= how.ask('tasks/result', { taskId }, { signal: how.signal }))
  for (let task = first; ;) {
    how.onTask?.(stateOf(task))
    if (task.status === 'cancelled') throw cancelledBy(task)
    if (task.status === 'completed' || task.status === 'failed') return result()
    if (task.status === 'input_required') void result().catch(() => undefined)
    const answer: Task | Record<string, unknown> = await Promise.race([
      next(task, how),
      ...(pendingResult ? [pendingResult] : []),
    ])
    const { success, data } = taskSchema.safeParse(answer)
    if (!success) return answer
    task = data
  }
}

/** The extension: the task holds the result and the server's requests. */
async function followExtension(first: Task, how: BoundedFollowing): Promise<Record<string, unknown>> {
  const answered = new Set<string>()
  for (let task = first; ; task = await next(task, how)) {
    how.onTask?.(stateOf(task))
    const { taskId, status, result, error, inputRequests = {} } = task
    if (status === 'cancelled') throw cancelledBy(task)
    if (status === 'completed' && result) return result
    if (status === 'failed' && error) throw new McpError(error.code, error.message, error.data)
    if (status === 'completed' || status === 'failed')
      throw new McpError(
        ErrorCode.InternalError,
        task.statusMessage ?? `The task says ${status}, and no more.`,
      )
    for (const [key, { method, params = {} }] of Object.entries(inputRequests)) {
      if (answered.has(key)) continue
      answered.add(key)
      const inputResponses = { [key]: await answerTo(method, params, how) }
      await how.ask('tasks/update', { taskId, inputResponses }, { signal: how.signal })
    }
  }
}

function answerTo(
  method: string,
  params: Record<string, unknown>,
  { onQuestion, roots, signal }: BoundedFollowing,
) {
  if (method === 'roots/list') return roots()
  if (method === 'elicitation/create' || method === 'sampling/createMessage')
    return onQuestion({ method, params }, signal)
  throw new McpError(ErrorCode.MethodNotFound, `The task asks for ${method}, which is not known here.`)
}

const stateOf = ({ taskId, status, statusMessage }: Task): TaskState => ({
  id: taskId,
  status,
  message: statusMessage,
})

const cancelledBy = ({ statusMessage }: Task): McpError =>
  new McpError(TASK_CANCELLED, statusMessage ?? 'The server cancelled the task.')
