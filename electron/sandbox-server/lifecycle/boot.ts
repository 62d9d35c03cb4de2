import type { Isolate, IsolatePlan } from '../runtime/runtime.ts'
import { imagePhase } from './image-phase.ts'
import { PlainFailure } from './platform-error.ts'
import { type SandboxRecord, timestamp, withPhase } from './record.ts'
import * as changes from './record-changes.ts'
import type { Entry } from './sandbox-entry.ts'
import type { SandboxesOptions } from './sandboxes-options.ts'

interface Context extends Pick<SandboxesOptions, 'images' | 'log' | 'runtime' | 'store'> {
  planOf(record: SandboxRecord): IsolatePlan | undefined
  hold(isolate: Isolate): void
  change(record: SandboxRecord): void
  /** The restart of a sandbox that ran before has failed. */
  failed(): Promise<void>
  /** The start has ended, successful or not. */
  over(): void
}

/**
 * Starts a sandbox and sets its entry to starting. @param replaced id of the previous sandbox with this id, which is
 * removed
 */
export function boot(entry: Entry, replaced: string | undefined, context: Context): void {
  const { log, store } = context
  const abort = new AbortController()
  const limit = AbortSignal.any([abort.signal, AbortSignal.timeout(entry.record.startupSeconds * 1000)])
  const { id } = entry.record
  const done = (async () => {
    try {
      if (replaced) await store.remove(replaced)
      if (store.isFirst) {
        store.save(entry.record)
        await store.saved(id)
      }
      await open(entry, context, limit)
    } catch (error) {
      if (abort.signal.aborted) return
      const { record, reason } = changes.failedStart(entry.record, limit.aborted, error)
      log(`sandbox ${id} could not be started: ${reason}`)
      context.change(record)
      if (!replaced && entry.record.history.some(({ event }) => event === 'restart')) await context.failed()
    } finally {
      delete entry.starting
      context.over()
    }
  })()
  entry.starting = { abort, done }
}

async function open(entry: Entry, context: Context, signal: AbortSignal): Promise<void> {
  const { images, runtime } = context
  let record = await imagePhase(entry, images, context.change, signal)
  signal.throwIfAborted()
  const run = timestamp(Date.now())
  record = withPhase(record, 'docker_run', changes.begun('docker run running', run))
  context.change(record)
  const plan = context.planOf(record)
  if (!plan) throw new PlainFailure('the image has no files')
  const tell = (words: string): void => {
    if (!signal.aborted && !entry.isolate)
      context.change(withPhase(entry.record, 'docker_run', changes.begun(words, run)))
  }
  const isolate = await runtime.open({ ...plan, login: entry.login, tell }, signal)
  delete entry.login
  if (signal.aborted) {
    await isolate.stop()
    signal.throwIfAborted()
  }
  context.hold(isolate)
  const message = `${runtime.infoOf(plan.image).name} run success`
  context.change(withPhase(changes.alive(entry.record), 'docker_run', changes.succeeded(message, run)))
}
