/*
 * The thread of one JavaScript plugin file. Started by module.ts with the file's URL as `workerData`; one reply per message. Code that
 * hangs blocks only this thread, which is then terminated.
 */
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { Environment } from '../environment.ts'
import { framesIn, type GemPlugin, type PluginEnvironment, toolkit } from '../plugin.ts'

export type ThreadRequest =
  | { readonly verb: 'describe' }
  | { readonly verb: 'make'; readonly id: string; readonly made: number; readonly seed: number }
  | { readonly verb: 'reset'; readonly made: number; readonly seed: number | undefined }
  | { readonly verb: 'step'; readonly made: number; readonly action: string }
  | { readonly verb: 'close'; readonly made: number }

/** The result or error of a request. Values are JSON, so nothing thread-local leaves the thread. */
export type ThreadAnswer =
  | { readonly call: number; readonly json: string }
  | { readonly call: number; readonly error: string; readonly traceback: readonly string[] }

const address = String(workerData)
const file = fileURLToPath(address.replace(/\?.*/, ''))
const environments = new Map<number, Environment>()
let offered: readonly PluginEnvironment[] | undefined

async function read(): Promise<readonly PluginEnvironment[]> {
  const plugin = (await import(address)) as Partial<GemPlugin>
  if (typeof plugin.environments !== 'function')
    throw new TypeError('The file exports no function named environments.')
  const all: unknown = await plugin.environments(toolkit)
  if (!Array.isArray(all)) throw new TypeError('The function environments must answer an array.')
  for (const [i, one] of all.entries() as Iterable<[number, PluginEnvironment | null]>)
    if (typeof one?.create !== 'function') throw new TypeError(`Environment ${i} has no function create.`)
  return all as PluginEnvironment[]
}

async function serve(request: ThreadRequest): Promise<unknown> {
  offered ??= await read()
  switch (request.verb) {
    case 'describe':
      return offered.map(({ entry }) => entry)
    case 'make': {
      const kind = offered.find(({ entry }) => entry.id === request.id)
      if (!kind) throw new Error(`The file has no environment ${request.id} any more.`)
      environments.set(request.made, kind.create({ seed: request.seed }))
      return null
    }
    case 'reset':
      return environments.get(request.made)?.reset(request.seed)
    case 'step':
      return environments.get(request.made)?.step(request.action)
    case 'close': {
      const environment = environments.get(request.made)
      environments.delete(request.made)
      await environment?.close?.()
      return null
    }
  }
}

async function answer(call: number, request: ThreadRequest): Promise<ThreadAnswer> {
  try {
    return { call, json: JSON.stringify(await serve(request)) ?? 'null' }
  } catch (cause) {
    const error = cause instanceof Error ? cause.message : String(cause)
    return { call, error, traceback: framesIn(cause, file) }
  }
}

parentPort?.on('message', async ({ call, request }: { call: number; request: ThreadRequest }) => {
  parentPort?.postMessage(await answer(call, request))
})
