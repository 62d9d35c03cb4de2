import type { Channel } from '#shared/workbench/wire.ts'

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

function openSocket(attach: (channel: Channel) => void, attempt = 0): void {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/channel`)
  let opened = false
  socket.addEventListener('open', () => {
    opened = true
    attach(socketChannel(socket))
  })
  socket.addEventListener('close', () => {
    const next = opened ? 0 : attempt + 1
    setTimeout(() => openSocket(attach, next), DELAYS[Math.min(next, DELAYS.length - 1)])
  })
}

/** Opens the channel to the core, and opens it again whenever it breaks; `attach` is called for each. */
export function keepChannelOpen(attach: (channel: Channel) => void): void {
  if (location.protocol === 'app:') openPort(attach)
  else openSocket(attach)
}
