import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { dataFrame, TERMINAL_PROTOCOL } from '#shared/sandbox/terminal-frames.ts'
import { RestClient } from '../../../../electron/workbench/sandboxes/client/rest-client.ts'
import { TerminalLink } from '../../../../electron/workbench/sandboxes/client/terminal-link.ts'

let platform: WebSocketServer
let link: TerminalLink

afterEach(() => {
  link.close()
  for (const client of platform.clients) client.terminate()
  platform.close()
})

/** A fake platform and a link to it; `told` has the link's events. */
async function connect(): Promise<{ accepted: Promise<WebSocket>; told: string[] }> {
  platform = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => TERMINAL_PROTOCOL })
  await once(platform, 'listening')
  const { port } = platform.address() as AddressInfo
  const told: string[] = []
  const accepted = once(platform, 'connection').then(([theirs]) => theirs as WebSocket)
  link = new TerminalLink(
    new RestClient({ baseUrl: `http://127.0.0.1:${port}` }),
    { sandbox_id: 'box', session: 'main' },
    {
      foreground: (now) => now && told.push(now.program),
      background: (text) => told.push(text),
    },
  )
  return { accepted, told }
}

const vim = JSON.stringify({
  type: 'foreground',
  now: { program: 'vim', canonical: false, echo: false, reads: true },
})

it.each([
  ['text that is no JSON', '{"type":'],
  ['an empty message', ''],
  ['a message of another kind', '{"type":"goodbye"}'],
  ['a message without its values', '{"type":"begin"}'],
  ['JSON that is no object', '[1, 2]'],
  ['a frame without its header', Buffer.from([1, 0, 0])],
  ['a frame of another kind', Buffer.alloc(64, 9)],
])('%s from a platform is passed over', async (_what, message) => {
  const { accepted, told } = await connect()
  const theirs = await accepted
  theirs.send(message)
  theirs.send(vim)
  await expect.poll(() => told).toEqual(['vim'])
})

it('what is typed before the connection stands is lost without harm', async () => {
  const { accepted, told } = await connect()
  link.type('too early')
  link.resize(80, 24)
  const theirs = await accepted
  const got: string[] = []
  theirs.on('message', (data: Buffer) => got.push(data.toString()))
  theirs.send(vim)
  await expect.poll(() => told).toEqual(['vim'])
  link.type('in time')
  await expect.poll(() => got).toEqual(['in time'])
})

it('collects a flood, but passes output on immediately for a while after a key, because its echo is among it', async () => {
  const { accepted } = await connect()
  const theirs = await accepted
  const shown: string[] = []
  link.follow('flood', { show: (text) => shown.push(text), lost: () => undefined })
  theirs.send(JSON.stringify({ type: 'begin', run: 1, offset: 0, tag: 'flood' }))
  let offset = 0
  // A single write, so that they arrive together.
  const flood = async (letters: string) => {
    shown.length = 0
    for (const letter of letters)
      theirs.send(dataFrame({ offset, run: 1, at: offset++, bytes: Buffer.from(letter) }))
    await expect.poll(() => shown.join('')).toBe(letters)
  }
  await flood('abcdefghijklmnop')
  expect(shown.length).toBeLessThan(16)
  link.type('x')
  await flood('abcdefghijklmnop')
  expect(shown).toHaveLength(16)
})
