import { endState } from '#shared/gem/episode.ts'
import type { EpisodeView, Turn } from '#shared/gem/players/index.ts'
import { type Failure, toFailure, WorkbenchError } from '#shared/workbench/failure.ts'
import { create } from 'zustand'
import { workbench } from '../../app/workbench.ts'
import { proposeAction } from '../agents/players.ts'
import { entryOf } from '../catalogue/catalogue-store.ts'
import type { Batch, BatchRow } from './batch.ts'
import { putBatch, useBatches } from './batches-store.ts'

interface RunningState {
  readonly byBatch: Readonly<Record<string, { readonly running: boolean; readonly failure?: Failure }>>
}

export const useBatchRuns = create<RunningState>(() => ({ byBatch: {} }))

const controllers = new Map<string, AbortController>()

function note(id: string, running: boolean, failure?: Failure): void {
  useBatchRuns.setState(({ byBatch }) => ({
    byBatch: { ...byBatch, [id]: { running, ...(failure ? { failure } : {}) } },
  }))
}

export function stopBatch(id: string): void {
  controllers.get(id)?.abort()
}

/** Plays the seeds that are still missing, one after the other in one environment, which is closed afterwards. */
export async function runBatch(id: string): Promise<void> {
  const batch = useBatches.getState().batches[id]
  if (!batch || useBatchRuns.getState().byBatch[id]?.running) return
  const controller = new AbortController()
  controllers.set(id, controller)
  note(id, true)
  const { platform, envId } = batch
  let sandboxId: string | undefined
  try {
    const made = await workbench.call('gem.make', { platform, envId }, { signal: controller.signal })
    sandboxId = made.sandboxId
    for (let i = batch.rows.length; i < batch.count; i++) {
      const row = await playSeed(batch, sandboxId, batch.firstSeed + i, controller.signal)
      const now = useBatches.getState().batches[id]
      if (!now) break
      putBatch({ ...now, rows: [...now.rows, row] })
    }
    note(id, false)
  } catch (error) {
    const failure = toFailure(error)
    note(id, false, failure.code === 'CANCELLED' ? undefined : failure)
  } finally {
    controllers.delete(id)
    if (sandboxId !== undefined) {
      await workbench.call('gem.close', { platform, sandboxId }).catch(() => undefined)
    }
  }
}

/** One episode. A failure of the agent or of the environment is this seed's result; a lost platform ends the batch. */
async function playSeed(
  batch: Batch,
  sandboxId: string,
  seed: number,
  signal: AbortSignal,
): Promise<BatchRow> {
  const { platform, envId, agent, agentSeed, script, stepLimit } = batch
  const started = performance.now()
  const { observation, info } = await workbench.call('gem.reset', { platform, sandboxId, seed }, { signal })
  const turns: Turn[] = []
  let problem: string | undefined
  try {
    while (turns.length < stepLimit) {
      const view: EpisodeView = { opening: { observation, info }, turns }
      const choice = { agent, seed: (agentSeed + seed) % 2 ** 32, script }
      const action = await proposeAction(
        choice,
        entryOf(platform, envId),
        view,
        `${batch.id}/${seed}`,
        signal,
      )
      if (action === null) break
      const answer = await workbench.call('gem.step', { platform, sandboxId, action }, { signal })
      const { reward, terminated, truncated } = answer
      turns.push({
        action,
        result: { observation: answer.observation, info: answer.info, reward, terminated, truncated },
      })
      if (terminated || truncated) break
    }
  } catch (error) {
    const lost = ['CANCELLED', 'DISCONNECTED', 'GEM_GONE', 'GEM_UNREACHABLE', 'UNAUTHORIZED']
    if (error instanceof WorkbenchError && lost.includes(error.code)) throw error
    problem = toFailure(error).message
  }
  const last = turns.at(-1)?.result
  return {
    seed,
    return: turns.reduce((sum, { result }) => sum + result.reward, 0),
    steps: turns.length,
    end: last ? endState(last) : 'running',
    actions: turns.map(({ action }) => action),
    milliseconds: performance.now() - started,
    ...(problem === undefined ? {} : { problem }),
  }
}
