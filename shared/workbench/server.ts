import type { z } from 'zod'
import { toFailure } from './failure.ts'
import type {
  Area,
  Member,
  MemberName,
  OutputOf,
  ParsedInputOf,
  PayloadOf,
  Procedure,
  ProgressOf,
} from './procedure.ts'
import { workbenchError } from './sentences/workbench-error.ts'
import { parseToCore, type Channel, type ToPage } from './wire.ts'

/** Context of a handler besides its input. */
interface CallContext<Progress> {
  /** Aborted when the page cancels the call or its channel closes. */
  readonly signal: AbortSignal
  /** The calling page. */
  readonly channel: Channel
  report(progress: Progress): void
}

export type Handler<P> = (
  input: ParsedInputOf<P>,
  context: CallContext<ProgressOf<P>>,
) => Promise<OutputOf<P>> | OutputOf<P>

type ProcedureKeys<A> = { [M in keyof A]: A[M] extends Procedure ? M : never }[keyof A]

/** One handler for each procedure of an area; a missing one is a compile error. */
export type Handlers<A> = { readonly [M in ProcedureKeys<A>]: Handler<A[M]> }

/** Sends an event to all attached pages. */
export type Emit<C> = <N extends MemberName<C, 'event'>>(name: N, payload: PayloadOf<Member<C, N>>) => void

/** Sends an event to one page. */
export type EmitTo<C> = <N extends MemberName<C, 'event'>>(
  channel: Channel,
  name: N,
  payload: PayloadOf<Member<C, N>>,
) => void

interface Entry {
  readonly input: z.ZodType
  readonly handler: (input: unknown, context: CallContext<unknown>) => unknown
}

type Within = <Result>(trace: string | undefined, work: () => Result) => Result

/**
 * Serves a contract over any number of channels. Validates inputs here, because the page is less trusted than
 * the core; an invalid call never reaches its handler.
 */
export class ContractServer<C extends Readonly<Record<string, Area>>> {
  readonly #entries = new Map<string, Entry>()
  readonly #channels = new Set<Channel>()

  readonly #within: Within

  /** @param within runs a handler within the caller's trace */
  constructor(
    contract: C,
    handlers: { readonly [A in keyof C]: Handlers<C[A]> },
    within: Within = (_trace, work) => work(),
  ) {
    this.#within = within
    for (const [area, members] of Object.entries(contract)) {
      for (const [name, member] of Object.entries(members)) {
        if (member.kind !== 'procedure') continue
        const handler = (handlers[area as keyof C] as Record<string, Entry['handler']>)[name]
        if (handler === undefined) throw new Error(`No handler for ${area}.${name}`)
        this.#entries.set(`${area}.${name}`, { input: member.input, handler })
      }
    }
  }

  /** Number of attached pages. */
  get size(): number {
    return this.#channels.size
  }

  readonly emit: Emit<C> = (name, payload) => {
    for (const channel of this.#channels) channel.send({ type: 'event', name, payload } satisfies ToPage)
  }

  /** Like {@link emit}, to one page only. */
  readonly emitTo: EmitTo<C> = (channel, name, payload) => {
    if (this.#channels.has(channel)) channel.send({ type: 'event', name, payload } satisfies ToPage)
  }

  /** Serves a page until its channel closes; its running calls are then cancelled. */
  attach(channel: Channel): void {
    const running = new Map<number, AbortController>()
    this.#channels.add(channel)
    channel.onMessage((raw) => {
      const message = parseToCore(raw)
      if (message === undefined) return
      if (message.type === 'cancel') running.get(message.id)?.abort()
      else void this.#run(channel, running, message)
    })
    channel.onClose(() => {
      this.#channels.delete(channel)
      for (const controller of running.values()) controller.abort()
    })
  }

  async #run(
    channel: Channel,
    running: Map<number, AbortController>,
    call: { id: number; name: string; input: unknown; trace?: string },
  ): Promise<void> {
    const { id, name } = call
    const reply = (message: ToPage): void => {
      if (this.#channels.has(channel)) channel.send(message)
    }
    if (running.has(id)) return
    const controller = new AbortController()
    running.set(id, controller)
    try {
      const entry = this.#entries.get(name)
      if (entry === undefined) {
        throw workbenchError('UNKNOWN_PROCEDURE', { name })
      }
      const input = await entry.input.parseAsync(call.input)
      const report = (value: unknown): void => reply({ type: 'progress', id, value })
      const context = { signal: controller.signal, channel, report }
      const output = await this.#within(call.trace, () => entry.handler(input, context))
      reply({ type: 'done', id, output })
    } catch (thrown) {
      const cancelled = controller.signal.aborted
      const error = cancelled ? workbenchError('CANCELLED').toFailure() : toFailure(thrown)
      reply({ type: 'failed', id, error })
    } finally {
      running.delete(id)
    }
  }
}
