import { create } from 'zustand'
import { type Chosen, chosenDocument } from '#shared/documents/connections.ts'
import type { Capabilities, Notice } from '#shared/workbench/areas/host.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { ContractClient } from '#shared/workbench/client.ts'
import { clickTrace } from './click-trace.ts'
import type { WorkbenchClient } from '#shared/workbench/contract.ts'
import {
  EMBEDDED_INCIDENT,
  EMBEDDED_LOGS,
  EMBEDDED_METRICS,
  EMBEDDED_MODEL,
  EMBEDDED_PLATFORM,
} from '#shared/workbench/embedded.ts'
import type { MessageRef } from '#shared/workbench/sentences/sentence.ts'
import { followLanguage, inOurWords, text, type MessageKey } from '../i18n/text.ts'
import type { Channel } from '#shared/workbench/wire.ts'

/** Where the key is kept: by origin, port included, so no other program on this machine is sent it or reads it. */
const KEPT = 'orrery-key'

/** The key of this browser's session with the web host; it came with the address that was printed. */
function sessionKey(): string {
  return localStorage.getItem(KEPT) ?? ''
}

/** Takes a key that the web host gave out of the address, where it must not stay. Called once, at start. */
function takeSessionKey(): void {
  const address = new URL(location.href)
  const given = address.searchParams.get('key')
  if (given === null) return
  localStorage.setItem(KEPT, given)
  address.searchParams.delete('key')
  history.replaceState(history.state, '', address)
}

/** Milliseconds between attempts to reach the core again: the first at once, then more patiently. */
const DELAYS = [250, 500, 1000, 2000, 5000]

/** The desktop app's channel: the port that the preload script hands over. */
function portChannel(port: MessagePort): Channel {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.addEventListener('message', (event) => listener(event.data))
      port.start()
    },
    onClose: (listener) => port.addEventListener('close', listener, { once: true }),
    close: () => port.close(),
  }
}

/** The web host's channel: one JSON text per message. */
function socketChannel(socket: WebSocket): Channel {
  return {
    send: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    },
    onMessage: (listener) =>
      socket.addEventListener('message', (event) => listener(JSON.parse(String(event.data)))),
    onClose: (listener) => socket.addEventListener('close', () => listener(), { once: true }),
    close: () => socket.close(),
  }
}

function openPort(attach: (channel: Channel) => void): void {
  window.addEventListener('message', (event) => {
    const port = event.ports[0]
    if (event.source === window && event.data === 'orrery:channel' && port) attach(portChannel(port))
  })
  window.postMessage('orrery:ready', location.origin)
}

/** Whether the web host is there but does not let this page in: its session is one of an earlier start. */
async function isShutOut(): Promise<boolean> {
  return fetch('/', { method: 'HEAD' }).then(
    () => true,
    () => false,
  )
}

/** An empty name is none that a browser takes. */
const protocols = (key: string): string[] => (key === '' ? ['orrery'] : ['orrery', key])

function openSocket({ attach, onShutOut }: ChannelKeeper, attempt = 0): void {
  // A browser lets a page add nothing else to this request; the key is read again, since another tab may have got a fresh one.
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/channel`, protocols(sessionKey()))
  let opened = false
  socket.addEventListener('open', () => {
    opened = true
    attach(socketChannel(socket))
  })
  socket.addEventListener('close', () => {
    const next = opened ? 0 : attempt + 1
    if (!opened) void isShutOut().then((shut) => shut && onShutOut())
    setTimeout(() => openSocket({ attach, onShutOut }, next), DELAYS[Math.min(next, DELAYS.length - 1)])
  })
}

interface ChannelKeeper {
  /** Called with each channel that is opened. */
  attach(channel: Channel): void
  /** The core is there, but this page may not talk to it; it is tried on. */
  onShutOut(): void
}

/** Opens the channel to the core, and opens it again whenever it breaks. */
function keepChannelOpen(keeper: ChannelKeeper): void {
  if (location.protocol === 'app:') return openPort(keeper.attach)
  takeSessionKey()
  openSocket(keeper)
}

/** The page's only way to the outside. */
export const workbench: WorkbenchClient = new ContractClient(
  (failure) => inOurWords(withOwnNames(failure)),
  () => clickTrace(),
)

/** Where the choice is kept. */
const CHOSEN = { collection: chosenDocument.collection, id: chosenDocument.id }

interface WorkbenchState {
  /** Whether the core answers, or does not let this page in. */
  readonly link: 'opening' | 'open' | 'lost' | 'shut'
  /** Counts reconnects and restored backups; a hook that holds server state reads again when it changes. */
  readonly generation: number
  readonly capabilities: Capabilities | undefined
  readonly connections: readonly Connection[]
  readonly notices: readonly Notice[]
  /** Ids of the connections that the benches use, by kind. */
  readonly chosen: Chosen
}

export const useWorkbench = create<WorkbenchState>(() => ({
  link: 'opening',
  generation: 0,
  capabilities: undefined,
  connections: [],
  notices: [],
  chosen: {},
}))

/** Kinds of which the benches use one at a time; of the others each thing says itself which it needs. */
type ChosenKind = keyof Chosen

const inUse =
  (kind: ChosenKind) =>
  ({ connections, chosen }: WorkbenchState): Connection | undefined => {
    const ofKind = connections.filter((connection) => connection.kind === kind)
    return ofKind.find(({ id }) => id === chosen[kind]) ?? ofKind[0]
  }

/** The connection of that kind that the benches use: the one that was chosen in the status bar, else the first. */
export const useConnection = (kind: ChosenKind): Connection | undefined => useWorkbench(inUse(kind))

/** The same outside components. */
export const connectionOf = (kind: ChosenKind): Connection | undefined => inUse(kind)(useWorkbench.getState())

/** Lets the benches use this connection from now on; it is remembered. */
export async function chooseConnection({ kind, id }: Pick<Connection, 'kind' | 'id'>): Promise<void> {
  if (kind === 'telemetry') return
  const { connections, chosen: before } = useWorkbench.getState()
  const chosen = { ...before, [kind]: id }
  useWorkbench.setState({ chosen })
  const one = connections.find((connection) => connection.id === id)
  const name = one?.name ?? id
  // A sample that was not wanted until now.
  if (one?.embedded && one.state === 'stopped') await workbench.call('connections.start', { id })
  await workbench.call('recents.add', { kind, target: id, title: name.slice(0, 200) })
  await workbench.call('documents.change', {
    ...CHOSEN,
    version: crypto.randomUUID(),
    edit: [{ at: [], set: chosen }],
  })
}

/** What comes with Orrery is called in the person's language; everything else as the person called it. */
const OWN_NAMES: Readonly<Record<string, MessageKey>> = {
  [EMBEDDED_MODEL]: 'app.embedded.model',
  [EMBEDDED_PLATFORM]: 'app.embedded.platform',
  [EMBEDDED_INCIDENT]: 'app.embedded.incident',
  [EMBEDDED_METRICS]: 'app.embedded.metrics',
  [EMBEDDED_LOGS]: 'app.embedded.logs',
}

/** The connections as the core reports them, to be said again in another language. */
let told: readonly Connection[] = []

/** A failure of what comes with Orrery calls it as the page does. */
function withOwnNames<T extends { readonly said?: MessageRef | undefined }>(failure: T): T {
  const { said } = failure
  const meant = told.find(({ embedded, name }) => embedded && name === said?.values['name'])
  const key = meant && OWN_NAMES[meant.id]
  if (said === undefined || key === undefined) return failure
  return { ...failure, said: { ...said, values: { ...said.values, name: text(key) } } }
}

function named(connections: readonly Connection[]): readonly Connection[] {
  told = connections
  return connections.map(({ failure, ...connection }) => {
    const key = connection.embedded ? OWN_NAMES[connection.id] : undefined
    return {
      ...connection,
      ...(key === undefined ? {} : { name: text(key) }),
      ...(failure === undefined ? {} : { failure: inOurWords(withOwnNames(failure)) }),
    }
  })
}

async function refresh(): Promise<void> {
  const [capabilities, connections, notices, kept] = await Promise.all([
    workbench.call('host.capabilities', {}),
    workbench.call('connections.list', {}),
    workbench.call('host.notices', {}),
    workbench.call('documents.open', CHOSEN),
  ])
  const chosen = chosenDocument.schema.safeParse(kept.value)
  useWorkbench.setState((state) => ({
    link: 'open',
    chosen: chosen.success ? chosen.data : state.chosen,
    generation: state.generation + 1,
    capabilities,
    connections: named(connections),
    notices,
  }))
}

/** Connects the page to the core and keeps the shared state fresh. Called once, at start. */
export function connectWorkbench(): void {
  workbench.on('connections.changed', (connections) =>
    useWorkbench.setState({ connections: named(connections) }),
  )
  followLanguage(() => useWorkbench.setState({ connections: named(told) }))
  workbench.on('host.notice', (notice) =>
    useWorkbench.setState((state) => ({ notices: [...state.notices, notice] })),
  )
  workbench.on('documents.replaced', () => void refresh())
  keepChannelOpen({
    attach: (channel) => {
      channel.onClose(() => useWorkbench.setState({ link: 'lost' }))
      workbench.attach(channel)
      void refresh()
    },
    onShutOut: () => useWorkbench.setState({ link: 'shut' }),
  })
}

export async function dismissNotice(id: string): Promise<void> {
  useWorkbench.setState((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) }))
  await workbench.call('host.dismissNotice', { id })
}
