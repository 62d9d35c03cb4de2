import { setImmediate } from 'node:timers/promises'
import { type Snippet, snippetsDocument } from '#shared/documents/sandboxes.ts'
import { Replica } from '#shared/documents/replica.ts'
import { ContractClient } from '#shared/workbench/client.ts'
import type { Contract } from '#shared/workbench/contract.ts'
import type { Channel } from '#shared/workbench/wire.ts'

/** A pipe that delivers messages in order, as copies, after `lag` turns of the event loop. */
export function latePair(lag: () => number): readonly [Channel, Channel] {
  const closers: (() => void)[] = []
  let isOpen = true
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    for (const closer of closers) closer()
  }
  const make = (): Channel & { hear(message: unknown): void; other?: (message: unknown) => void } => {
    const listeners: ((message: unknown) => void)[] = []
    let last: Promise<unknown> = Promise.resolve()
    return {
      hear: (message) => listeners.forEach((listener) => listener(message)),
      send(message) {
        const copy: unknown = JSON.parse(JSON.stringify(message))
        last = last.then(async () => {
          for (let turns = lag(); turns > 0; turns--) await setImmediate()
          if (isOpen) this.other?.(copy)
        })
      },
      onMessage: (listener) => void listeners.push(listener),
      onClose: (listener) => void closers.push(listener),
      close,
    }
  }
  const [page, core] = [make(), make()]
  page.other = (message) => core.hear(message)
  core.other = (message) => page.hear(message)
  return [page, core]
}

let windows = 0

/** A window that shows only the snippets. */
export class Window {
  readonly name = `w${++windows}`
  readonly client = new ContractClient<
    Pick<Contract, 'documents' | 'terminals' | 'environments' | 'episodes' | 'batches'>
  >()
  readonly #replica: Replica<Snippet[]>
  #channel: Channel | undefined
  #changes = 0
  /** Changes without acknowledgement. */
  waiting = 0

  constructor() {
    const core = {
      open: (ref) => this.client.call('documents.open', ref),
      change: (ref, { edit, ...change }) =>
        this.client.call('documents.change', { ...ref, ...change, edit: [...edit] }),
      newVersion: () => `${this.name}.${++this.#changes}`,
    } satisfies ConstructorParameters<typeof Replica>[2]
    this.#replica = new Replica(snippetsDocument, 'snippets', core, () => undefined)
    this.client.on('documents.changed', ({ base, version, edit }) =>
      this.#replica.take({ base, version, edit }),
    )
  }

  get snippets(): readonly Snippet[] {
    return this.#replica.shown.value
  }

  get isReady(): boolean {
    return this.#replica.shown.status === 'ready'
  }

  /** Switches to a channel; the previous one is dropped. */
  connect(channel: Channel): void {
    this.#channel?.close()
    this.#channel = channel
    this.client.attach(channel)
    void this.#replica.load().catch(() => undefined)
    this.#replica.reopen()
  }

  /** Ends without notice. */
  kill(): void {
    this.#channel?.close()
  }

  async change(make: (snippets: readonly Snippet[]) => Snippet[]): Promise<void> {
    this.waiting++
    await this.#replica.change(make).finally(() => this.waiting--)
  }
}
