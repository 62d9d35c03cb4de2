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
  // A browser lets a page add nothing else to this request; the key is read anew, since another tab may have got a fresh one.
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
export function keepChannelOpen(keeper: ChannelKeeper): void {
  if (location.protocol === 'app:') return openPort(keeper.attach)
  takeSessionKey()
  openSocket(keeper)
}
