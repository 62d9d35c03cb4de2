import { create } from 'zustand'
import { clean, failureFacts, type Cell, type Result } from '#shared/investigations/cell.ts'
import { readPlan } from '#shared/telemetry/plan.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { connectionOf, useWorkbench, workbench } from '../app/workbench.ts'
import { text as say } from '../i18n/text.ts'
import { stableName, modelByName, parameterValues, resolveTimeRange } from '../spl/asked.ts'
import { changeOf } from '../spl/change.ts'
import { storedAnswer, storedGraphOf, storedRows } from '../spl/stored-result.ts'
import { planOf, unfold } from '../spl/plan.ts'
import { readAnswer } from '../spl/result.ts'
import { connectionsFor } from '../telemetry/connections.ts'
import { runCommand } from './command.ts'
import { changeCell, investigationOf } from './store.ts'

/** Progress of a cell's run. */
export interface Running {
  /** Number of a plan's queries answered, and their total. */
  readonly done?: number
  readonly of?: number
}

interface RunsState {
  /** By cell id. */
  readonly running: Readonly<Record<string, Running>>
  /** Progress of "run all": cells done, and their total. */
  readonly all: { readonly done: number; readonly of: number } | undefined
}

export const useRunning = create<RunsState>(() => ({ running: {}, all: undefined }))

const controllers = new Map<string, AbortController>()
let everything: AbortController | undefined

function note(cell: string, running: Running | undefined): void {
  useRunning.setState((state) => {
    const { [cell]: _, ...others } = state.running
    return { running: running ? { ...others, [cell]: running } : others }
  })
}

/** Whether a cell can be run. */
export const canRun = ({ kind, text }: Cell): boolean =>
  (kind === 'query' || kind === 'command') && text.trim() !== ''

const failed = ({ code, message, hint }: Failure): Result => ({
  kind: 'failure',
  at: Date.now(),
  code,
  message: clean(hint === undefined ? message : `${message} ${hint}`).slice(0, 1000),
})

/** The connection named by a query, otherwise the chosen one. */
export function connectionFor({ connection = '' }: Pick<Cell, 'connection'>): Connection | undefined {
  return modelByName(useWorkbench.getState().connections, connection) ?? connectionOf('model')
}

async function runPlan(plan: unknown, cell: string, signal: AbortSignal): Promise<Result> {
  const readable = readPlan(plan)
  const { able, matched } = readable
    ? connectionsFor(readable, useWorkbench.getState().connections)
    : { able: [], matched: undefined }
  const connection = (matched ?? (able.length === 1 ? able[0] : undefined))?.id
  if (!connection)
    return failed({
      code: 'PLAN_UNMATCHED',
      message: say('investigations.plan'),
      hint: say('investigations.plan.hint'),
    })
  const options = { signal, onProgress: (progress: Running) => note(cell, progress) }
  const { answer, failure } = await workbench.call('telemetry.run', { connection, plan, offset: 0 }, options)
  if (answer) return storedAnswer(answer, Date.now())
  return failed(failure ?? { code: 'FAILED', message: say('query.refused.plain') })
}

async function runQuery(investigation: string, cell: Cell, signal: AbortSignal): Promise<Result> {
  const connection = connectionFor(cell)
  if (!connection)
    return failed({
      code: 'NO_CONNECTION',
      message: say('query.noConnection'),
      hint: say('query.noConnection.hint'),
    })
  const { text, parameters = {}, range } = cell
  const input = {
    connection: connection.id,
    query: text,
    ...(Object.keys(parameters).length === 0 ? {} : { parameters: parameterValues(parameters) }),
    timeRange: resolveTimeRange(range, Date.now()),
  }
  const name = stableName(connection)
  // Records the connection used: another one may answer differently.
  if (cell.connection !== name) changeCell(investigation, cell.id, (now) => ({ ...now, connection: name }))
  const outcome = readAnswer(await workbench.call('models.runQuery', input, { signal }))
  if (outcome.kind === 'refused') {
    const facts = failureFacts.safeParse(outcome.refusal.details).data
    return { ...failed(outcome.refusal), ...(facts ? { facts } : {}) }
  }
  const plan = planOf(outcome.result)
  if (plan) return runPlan(plan.raw, cell.id, signal)
  const { columns, rows } = unfold(outcome.result)
  const at = Date.now()
  return (cell.as === 'graph' ? storedGraphOf(rows, at) : undefined) ?? storedRows('table', columns, rows, at)
}

/**
 * Runs a cell and stores its result with the changes since the last run. @returns false if the user cancelled
 */
export async function runCell(investigation: string, id: string): Promise<boolean> {
  const value = investigationOf(investigation).value
  const cell = value?.cells.find((one) => one.id === id)
  if (!value || !cell || !canRun(cell) || controllers.has(id)) return true
  const controller = new AbortController()
  controllers.set(id, controller)
  note(id, {})
  try {
    const { signal } = controller
    const result =
      cell.kind === 'query'
        ? await runQuery(investigation, cell, signal)
        : await runCommand({ investigation, cell, signal })
    if (result === undefined || signal.aborted) return false
    changeCell(investigation, id, (now) => {
      const change = changeOf(now.result, result)
      return { ...now, result: change ? { ...result, change } : result }
    })
    return true
  } catch (error) {
    if (controller.signal.aborted) return false
    changeCell(investigation, id, (now) => ({ ...now, result: failed(toFailure(error)) }))
    return true
  } finally {
    controllers.delete(id)
    note(id, undefined)
  }
}

/** Runs the cells sequentially. A refusal does not stop the sequence, a cancel does. */
export async function runAll(investigation: string): Promise<void> {
  everything?.abort()
  const controller = new AbortController()
  everything = controller
  const ids = (investigationOf(investigation).value?.cells ?? []).filter(canRun).map(({ id }) => id)
  try {
    for (const [done, id] of ids.entries()) {
      useRunning.setState({ all: { done, of: ids.length } })
      const isDone = await runCell(investigation, id)
      if (!isDone || controller.signal.aborted) return
    }
  } finally {
    if (everything === controller) {
      everything = undefined
      useRunning.setState({ all: undefined })
    }
  }
}

/** Cancels a cell, or all running ones. */
export function cancel(cell?: string): void {
  if (cell === undefined) everything?.abort()
  for (const [id, controller] of controllers) if (cell === undefined || id === cell) controller.abort()
}
