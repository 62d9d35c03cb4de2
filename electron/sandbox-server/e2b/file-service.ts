import { posix } from 'node:path'
import { z } from 'zod'
import { check } from '../api/input.ts'
import type { Isolate } from '../runtime/runtime.ts'
import { RpcError } from './connect.ts'
import { type Entry, Files } from './entries.ts'
import type { RpcCall, Service } from './service.ts'
import { Watch } from './watch.ts'

const path = z.string().min(1)
const onePath = z.object({ path })
const listMessage = onePath.extend({ depth: z.int().min(0).max(100).default(1) })
const moveMessage = z.object({ source: path, destination: path })
const watchMessage = onePath.extend({
  recursive: z.boolean().default(false),
  includeEntry: z.boolean().default(false),
})

const read = <Schema extends z.ZodType>(schema: Schema, call: RpcCall): z.output<Schema> =>
  check(schema, 'message', call.message)

/** Runs `work` with the absolute path of a call. */
async function withPath<Result>(
  isolate: Isolate,
  call: RpcCall,
  work: (files: Files, path: string) => Promise<Result>,
): Promise<Result> {
  const files = new Files(isolate, call.user)
  return work(files, await files.absolute(read(onePath, call).path))
}

const pollOnly = (): never => {
  throw new RpcError('unimplemented', 'watchers that are asked for their events are not served: use WatchDir')
}

/** File operations in a sandbox: E2B's `filesystem.Filesystem` service. Contents are transferred through `/files`. */
export const fileService: Service = {
  calls: {
    Stat: (isolate, call) =>
      withPath(isolate, call, async (files, path) => ({ entry: await files.entry(path) })),
    MakeDir: (isolate, call) =>
      withPath(isolate, call, async (files, path) => ({ entry: await files.makeFolder(path) })),
    ListDir: (isolate, call) =>
      withPath(isolate, call, async (files, path) => ({
        entries: await files.entries(path, read(listMessage, call).depth || 1),
      })),
    Move: async (isolate, call) => {
      const { source, destination } = read(moveMessage, call)
      const files = new Files(isolate, call.user)
      return { entry: await files.move(await files.absolute(source), await files.absolute(destination)) }
    },
    Remove: (isolate, call) =>
      withPath(isolate, call, async (files, path) => {
        await files.remove(path)
        return {}
      }),
    CreateWatcher: pollOnly,
    GetWatcherEvents: pollOnly,
    RemoveWatcher: pollOnly,
  },
  streams: {
    WatchDir: async (isolate, call, stream) => {
      const { recursive, includeEntry } = read(watchMessage, call)
      const files = new Files(isolate, call.user)
      const folder = await files.absolute(read(watchMessage, call).path)
      const { type } = await files.entry(folder)
      if (type !== 'FILE_TYPE_DIRECTORY')
        throw new RpcError('invalid_argument', `${folder} is not a directory`)
      const entryOf = (name: string): Promise<Entry | undefined> =>
        includeEntry
          ? files.entry(posix.join(folder, name)).catch(() => undefined)
          : Promise.resolve(undefined)
      const watch = new Watch(
        isolate,
        { path: folder, recursive, user: call.user },
        () => void stream.send({ start: {} }),
        async ({ name, type }) => stream.send({ filesystem: { name, type, entry: await entryOf(name) } }),
      )
      const end = await Promise.race([watch.ended, call.gone]).finally(watch.close)
      if (end === 'late') throw new RpcError('deadline_exceeded', `it was watched for ${call.timeoutMs} ms`)
    },
  },
}
