import { setImmediate } from 'node:timers/promises'
import { type Contract, contract } from '#shared/workbench/contract.ts'
import { ContractServer, type Handlers } from '#shared/workbench/server.ts'
import type { Channel } from '#shared/workbench/wire.ts'
import { workbench } from '../../../renderer/app/workbench.ts'

type Area<A extends keyof Contract> = Partial<Handlers<Contract[A]>>

/** Stores nothing and allows everything. */
const documents: Area<'documents'> = {
  open: () => ({ version: '0', recent: ['0'] }),
  change: () => ({ accepted: true }),
}

/**
 * Connects the page's client to an in-process core with the test's answers; other calls succeed without a
 * result.
 */
export function attachCore(sandboxes: Area<'sandboxes'>): Channel {
  const nothing = () => null
  const area = (own: object) => new Proxy(own, { get: (known, name) => Reflect.get(known, name) ?? nothing })
  const own: Readonly<Record<string, object>> = { sandboxes, documents }
  const handlers = new Proxy({}, { get: (_, name) => area(own[String(name)] ?? {}) })
  const server = new ContractServer(
    contract,
    handlers as ConstructorParameters<typeof ContractServer<Contract>>[1],
  )
  const [page, core] = channelPair()
  server.attach(core)
  workbench.attach(page)
  return page
}

interface End extends Channel {
  hear(message: unknown): void
}

/** Two connected channels: messages are delivered asynchronously, as copies. */
function channelPair(): readonly [Channel, Channel] {
  const ends: [End?, End?] = []
  const make = (other: 0 | 1): End => {
    const listeners: ((message: unknown) => void)[] = []
    const closers: (() => void)[] = []
    return {
      send: (message) => {
        const copy: unknown = structuredClone(message)
        queueMicrotask(() => ends[other]?.hear(copy))
      },
      hear: (message) => listeners.forEach((listener) => listener(message)),
      onMessage: (listener) => void listeners.push(listener),
      onClose: (listener) => void closers.push(listener),
      close: () => closers.splice(0).forEach((closer) => closer()),
    }
  }
  const pair = [make(1), make(0)] as const
  ends.push(...pair)
  return pair
}

/** Waits until all pending messages have been handled. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 20; round++) await setImmediate()
}
