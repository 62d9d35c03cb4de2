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
import { followLanguage, localizeFailure, text, type MessageKey } from '../i18n/text.ts'
import type { Channel } from '#shared/workbench/wire.ts'

/**
 * localStorage key of the session key. Storage is per origin including the port, so no other program on this
 * machine receives or reads it.
 */
const KEY_STORAGE = 'orrery-key'

/** This browser's session key with the web host; it was part of the printed address. */
function sessionKey(): string {
  return localStorage.getItem(KEY_STORAGE) ?? ''
}

/** Removes a session key of the web host from the address and stores it. Call once at start. */
function takeSessionKey(): void {
  const address = new URL(location.href)
  const given = address.searchParams.get('key')
  if (given === null) return
  localStorage.setItem(KEY_STORAGE, given)
  address.searchParams.delete('key')
  history.replaceState(history.state, '', address)
}

/** Reconnect delays in milliseconds. */
const DELAYS = [250, 500, 1000, 2000, 5000]

/** The desktop app's channel: the port from the preload script. */
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

/** Whether the web host answers but rejects this page, because its session is from an earlier start. */
async function isShutOut(): Promise<boolean> {
  return fetch('/', { method: 'HEAD' }).then(
    () => true,
    () => false,
  )
}

/** Browsers reject an empty subprotocol name. */
const protocols = (key: string): string[] => (key === '' ? ['orrery'] : ['orrery', key])

function openSocket({ attach, onShutOut }: ChannelHandlers, attempt = 0): void {
  // The subprotocol is the only thing a page can add to this request. The key is re-read each time, since
  // another tab may have renewed it.
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

interface ChannelHandlers {
  /** Called with each opened channel. */
  attach(channel: Channel): void
  /** The core is running but rejects this page; reconnecting continues. */
  onShutOut(): void
}

/** Opens the channel to the core and reopens it whenever it closes. */
function keepChannelOpen(keeper: ChannelHandlers): void {
  if (location.protocol === 'app:') return openPort(keeper.attach)
  takeSessionKey()
  openSocket(keeper)
}

/** The page's only connection to the outside. */
export const workbench: WorkbenchClient = new ContractClient(
  (failure) => localizeFailure(withOwnNames(failure)),
  () => clickTrace(),
)

/** Document that stores the choice. */
const CHOSEN = { collection: chosenDocument.collection, id: chosenDocument.id }

interface WorkbenchState {
  /** Whether the core answers, or rejects this page. */
  readonly link: 'opening' | 'open' | 'lost' | 'shut'
  /** Incremented on reconnects and restored backups; hooks with server state reload when it changes. */
  readonly generation: number
  readonly capabilities: Capabilities | undefined
  readonly connections: readonly Connection[]
  readonly notices: readonly Notice[]
  /** Ids of the connections in use, by kind. */
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

/** Kinds with one connection in use at a time; for the others, each object names its connection. */
type ChosenKind = keyof Chosen

const inUse =
  (kind: ChosenKind) =>
  ({ connections, chosen }: WorkbenchState): Connection | undefined => {
    const ofKind = connections.filter((connection) => connection.kind === kind)
    return ofKind.find(({ id }) => id === chosen[kind]) ?? ofKind[0]
  }

/** The connection of a kind that the benches use: the one chosen in the status bar, otherwise the first. */
export const useConnection = (kind: ChosenKind): Connection | undefined => useWorkbench(inUse(kind))

/** `useConnection` outside components. */
export const connectionOf = (kind: ChosenKind): Connection | undefined => inUse(kind)(useWorkbench.getState())

/** Makes the benches use a connection from now on; persisted. */
export async function chooseConnection({ kind, id }: Pick<Connection, 'kind' | 'id'>): Promise<void> {
  if (kind === 'telemetry') return
  const { connections, chosen: before } = useWorkbench.getState()
  const chosen = { ...before, [kind]: id }
  useWorkbench.setState({ chosen })
  const one = connections.find((connection) => connection.id === id)
  const name = one?.name ?? id
  // A built-in sample that was not started yet.
  if (one?.embedded && one.state === 'stopped') await workbench.call('connections.start', { id })
  await workbench.call('recents.add', { kind, target: id, title: name.slice(0, 200) })
  await workbench.call('documents.change', {
    ...CHOSEN,
    version: crypto.randomUUID(),
    edit: [{ at: [], set: chosen }],
  })
}

/** Built-in connections have translated names; others keep the user's. */
const OWN_NAMES: Readonly<Record<string, MessageKey>> = {
  [EMBEDDED_MODEL]: 'app.embedded.model',
  [EMBEDDED_PLATFORM]: 'app.embedded.platform',
  [EMBEDDED_INCIDENT]: 'app.embedded.incident',
  [EMBEDDED_METRICS]: 'app.embedded.metrics',
  [EMBEDDED_LOGS]: 'app.embedded.logs',
}

/** The connections as the core reports them, to be renamed when the language changes. */
let latest: readonly Connection[] = []

/** Uses the translated name in failures of built-in connections. */
function withOwnNames<T extends { readonly said?: MessageRef | undefined }>(failure: T): T {
  const { said } = failure
  const meant = latest.find(({ embedded, name }) => embedded && name === said?.values['name'])
  const key = meant && OWN_NAMES[meant.id]
  if (said === undefined || key === undefined) return failure
  return { ...failure, said: { ...said, values: { ...said.values, name: text(key) } } }
}

function named(connections: readonly Connection[]): readonly Connection[] {
  latest = connections
  return connections.map(({ failure, ...connection }) => {
    const key = connection.embedded ? OWN_NAMES[connection.id] : undefined
    return {
      ...connection,
      ...(key === undefined ? {} : { name: text(key) }),
      failure: failure && localizeFailure(withOwnNames(failure)),
    }
  })
}

async function refresh(): Promise<void> {
  const [capabilities, connections, notices, chosenSnapshot] = await Promise.all([
    workbench.call('host.capabilities', {}),
    workbench.call('connections.list', {}),
    workbench.call('host.notices', {}),
    workbench.call('documents.open', CHOSEN),
  ])
  const chosen = chosenDocument.schema.safeParse(chosenSnapshot.value)
  useWorkbench.setState((state) => ({
    link: 'open',
    chosen: chosen.success ? chosen.data : state.chosen,
    generation: state.generation + 1,
    capabilities,
    connections: named(connections),
    notices,
  }))
}

/** Connects the page to the core and keeps the shared state up to date. Call once at start. */
export function connectWorkbench(): void {
  workbench.on('connections.changed', (connections) =>
    useWorkbench.setState({ connections: named(connections) }),
  )
  followLanguage(() => useWorkbench.setState({ connections: named(latest) }))
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

/** Resolves once the core is not lost, at once if it answers. */
export function coreBack(): Promise<void> {
  return new Promise((resolve) => {
    const look = ({ link }: WorkbenchState): void => {
      if (link === 'lost') return
      stop()
      resolve()
    }
    const stop = useWorkbench.subscribe(look)
    look(useWorkbench.getState())
  })
}

export async function dismissNotice(id: string): Promise<void> {
  useWorkbench.setState((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) }))
  await workbench.call('host.dismissNotice', { id })
}
