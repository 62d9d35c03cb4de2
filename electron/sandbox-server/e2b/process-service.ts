import { z } from 'zod'
import { check } from '../api/input.ts'
import type { Isolate } from '../runtime/runtime.ts'
import { RpcError, type RpcStream } from './connect.ts'
import { type OutputKind, Processes, type Reader, type RunningProcess } from './processes.ts'
import type { RpcCall, Service } from './service.ts'

const size = z.object({ cols: z.int().min(1).max(10_000), rows: z.int().min(1).max(10_000) })
const pty = z.object({ size })
const selector = z.object({
  process: z.object({ pid: z.int().positive().optional(), tag: z.string().optional() }),
})
const startMessage = z.object({
  process: z.object({
    cmd: z.string().min(1),
    args: z.array(z.string()).default([]),
    envs: z.record(z.string(), z.string()).default({}),
    cwd: z.string().optional(),
  }),
  pty: pty.optional(),
  tag: z.string().optional(),
  stdin: z.boolean().default(false),
})
const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'))
const inputMessage = selector.extend({
  input: z.object({ stdin: base64.optional(), pty: base64.optional() }),
})
const updateMessage = selector.extend({ pty })
const signalMessage = selector.extend({ signal: z.enum(['SIGNAL_SIGKILL', 'SIGNAL_SIGTERM']) })

const read = <Schema extends z.ZodType>(schema: Schema, call: RpcCall): z.output<Schema> =>
  check(schema, 'message', call.message)

const dataEvent = (kind: OutputKind, bytes: Buffer) => ({
  event: { data: { [kind]: bytes.toString('base64') } },
})

/** Processes in a sandbox: E2B's `process.Process` service. */
export function processService(): Service {
  const perIsolate = new WeakMap<Isolate, Processes>()
  const of = (isolate: Isolate): Processes => {
    const known = perIsolate.get(isolate) ?? new Processes(isolate)
    perIsolate.set(isolate, known)
    return known
  }
  const found = (isolate: Isolate, call: RpcCall): RunningProcess =>
    of(isolate).get(read(selector, call).process)
  return {
    calls: {
      List: (isolate) => ({
        processes: of(isolate)
          .all()
          .map(({ pid, tag, config }) => ({ pid, tag, config })),
      }),
      Update: (isolate, call) => {
        of(isolate).get(read(updateMessage, call).process).resize(read(updateMessage, call).pty.size)
        return {}
      },
      SendInput: async (isolate, call) => {
        const { process, input } = read(inputMessage, call)
        const kind = input.pty ? 'pty' : 'stdin'
        await of(isolate)
          .get(process)
          .write(kind, input.pty ?? input.stdin ?? Buffer.alloc(0))
        return {}
      },
      SendSignal: async (isolate, call) => {
        const { process, signal } = read(signalMessage, call)
        await of(isolate)
          .get(process)
          .signal(signal === 'SIGNAL_SIGKILL' ? 'KILL' : 'TERM')
        return {}
      },
      CloseStdin: (isolate, call) => {
        found(isolate, call).closeInput()
        return {}
      },
    },
    streams: {
      Start: async (isolate, call, stream) => {
        const { process: config, pty: terminal, tag, stdin } = read(startMessage, call)
        const announced = gate()
        const start = { config, tag, user: call.user, stdin, size: terminal?.size }
        const running = await of(isolate).start(start, readerOf(stream, announced.opened))
        const timer = call.timeoutMs && setTimeout(() => void running.signal('KILL'), call.timeoutMs)
        void running.ended.catch(() => undefined).then(() => clearTimeout(timer))
        await stream.send({ event: { start: { pid: running.pid } } })
        announced.open()
        await followed(running, call, stream)
      },
      Connect: async (isolate, call, stream) => {
        const running = found(isolate, call)
        const announced = gate()
        const stop = running.read(readerOf(stream, announced.opened))
        await stream.send({ event: { start: { pid: running.pid } } })
        announced.open()
        await followed(running, call, stream).finally(stop)
      },
    },
  }
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

const readerOf =
  (stream: RpcStream, announced: Promise<void>): Reader =>
  async (kind, bytes) => {
    await announced
    await stream.send(dataEvent(kind, bytes))
  }

/**
 * Resolves when the program has exited, which is reported, or the caller has disconnected. @throws RpcError when the call
 * times out
 */
async function followed(running: RunningProcess, call: RpcCall, stream: RpcStream): Promise<void> {
  const code = await Promise.race([running.ended, call.gone])
  if (code === undefined) return
  if (code === 'late') throw new RpcError('deadline_exceeded', `it took more than ${call.timeoutMs} ms`)
  const status = `exit status ${code}`
  const error = code === 0 ? {} : { error: status }
  await stream.send({ event: { end: { exitCode: code, exited: true, status, ...error } } })
}
