import { WorkbenchError, type Failure } from './failure.ts'
import type { Area, InputOf, Member, MemberName, OutputOf, PayloadOf, ProgressOf } from './procedure.ts'
import { workbenchError } from './sentences/workbench-error.ts'
import { parseToPage, type Channel, type ToCore } from './wire.ts'

interface CallOptions<Progress> {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

interface Pending {
  resolve(output: unknown): void
  reject(error: Error): void
  onProgress: ((progress: never) => void) | undefined
}

type Listener = (payload: never) => void

/**
 * Client side of the contract. Calls made while no channel is attached wait for one; calls in flight when a
 * channel breaks fail with `DISCONNECTED`, because it is unknown whether they took effect.
 */
export class ContractClient<C extends Readonly<Record<string, Area>>> {
  readonly #pending = new Map<number, Pending>()
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #waiting: ToCore[] = []
  #channel: Channel | undefined
  #lastId = 0
  readonly #retell: (failure: Failure) => Failure

  readonly #trace: () => string | undefined

  /**
   * @param retell translates a failure into the user's language
   * @param trace returns a call's position in a W3C trace
   */
  constructor(
    retell: (failure: Failure) => Failure = (failure) => failure,
    trace: () => string | undefined = () => undefined,
  ) {
    this.#retell = retell
    this.#trace = trace
  }

  /** Uses this channel from now on. Call again after a reconnect. */
  attach(channel: Channel): void {
    this.#channel = channel
    channel.onMessage((raw) => this.#receive(raw))
    channel.onClose(() => {
      if (this.#channel !== channel) return
      this.#channel = undefined
      const lost = [...this.#pending.entries()].filter(
        ([id]) => !this.#waiting.some((call) => call.id === id),
      )
      for (const [id, call] of lost) {
        this.#pending.delete(id)
        call.reject(this.#error(workbenchError('DISCONNECTED').toFailure()))
      }
    })
    for (const message of this.#waiting.splice(0)) channel.send(message)
  }

  /**
   * Calls a procedure.
   * @throws WorkbenchError with the core's code, `CANCELLED` when the signal was aborted, or `DISCONNECTED`
   */
  call<N extends MemberName<C, 'procedure'>>(
    name: N,
    input: InputOf<Member<C, N>>,
    options: CallOptions<ProgressOf<Member<C, N>>> = {},
  ): Promise<OutputOf<Member<C, N>>> {
    const { signal, onProgress } = options
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const cancelled = (): WorkbenchError => this.#error(workbenchError('CANCELLED').toFailure())
      if (signal?.aborted) return void reject(cancelled())
      const onAbort = (): void => {
        if (!this.#pending.delete(id)) return
        this.#send({ type: 'cancel', id })
        reject(cancelled())
      }
      const settle =
        <T>(act: (value: T) => void) =>
        (value: T): void => {
          signal?.removeEventListener('abort', onAbort)
          act(value)
        }
      this.#pending.set(id, {
        resolve: settle(resolve as (output: unknown) => void),
        reject: settle(reject),
        onProgress,
      })
      signal?.addEventListener('abort', onAbort, { once: true })
      const trace = this.#trace()
      this.#send({ type: 'call', id, name, input, trace })
    })
  }

  /** Subscribes to an event; returns an unsubscribe function. */
  on<N extends MemberName<C, 'event'>>(
    name: N,
    listener: (payload: PayloadOf<Member<C, N>>) => void,
  ): () => void {
    const set = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, set)
    set.add(listener)
    return () => set.delete(listener)
  }

  #send(message: ToCore): void {
    if (this.#channel) this.#channel.send(message)
    else if (message.type === 'call') this.#waiting.push(message)
    else {
      const index = this.#waiting.findIndex((call) => call.id === message.id)
      if (index >= 0) this.#waiting.splice(index, 1)
    }
  }

  #receive(raw: unknown): void {
    const message = parseToPage(raw)
    if (message === undefined) return
    if (message.type === 'event') {
      for (const listener of this.#listeners.get(message.name) ?? []) listener(message.payload as never)
      return
    }
    const call = this.#pending.get(message.id)
    if (call === undefined) return
    if (message.type === 'progress') return void call.onProgress?.(message.value as never)
    this.#pending.delete(message.id)
    if (message.type === 'done') call.resolve(message.output)
    else call.reject(this.#error(message.error))
  }

  #error(failure: Failure): WorkbenchError {
    return new WorkbenchError(this.#retell(failure))
  }
}
