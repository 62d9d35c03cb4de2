import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { type HttpKind, HttpTransport } from '../../../../electron/workbench/models/http-transport.ts'
import { ModelSession } from '../../../../electron/workbench/models/model-session.ts'

/** A local port that is no longer in use. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** How a handshake over a transport fails. */
async function failureOf(kind: HttpKind, url: string): Promise<{ message: string; lastLines: string[] }> {
  const ignore = () => undefined
  const observer = { onTrace: ignore, onStderr: ignore, onNoise: ignore }
  const session = ModelSession.start(
    await HttpTransport.open({ kind, url, headers: {}, observer }),
    {
      name: 'far',
      version: '0',
      onNotification: ignore,
      onQuestion: () => Promise.resolve({}),
      roots: () => ({ roots: [] }),
    },
    new AbortController().signal,
  )
  return session.then(
    () => expect.fail('There is nobody to shake hands with.'),
    (error: unknown) => (error as { failure: { message: string; lastLines: string[] } }).failure,
  )
}

it.each(['http', 'stateless', 'sse'] as const)(
  'says over %s why a server cannot be reached, once',
  async (kind) => {
    const host = `127.0.0.1:${await freePort()}`
    const { message, lastLines } = await failureOf(kind, `http://${host}/mcp`)
    expect(message).toBe(`Nothing answers at ${host}. Is it running?`)
    expect(lastLines).toEqual([`connect ECONNREFUSED ${host}`])
  },
)

it.each([
  ['a page', '<!DOCTYPE html><title>Error</title><body><pre>Cannot POST /mcp</pre>', 'Cannot POST /mcp'],
  ['a message', '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Not here."}}', 'Not here.'],
  ['words', 'Go away', 'Go away'],
])('says of a refusal by %s what it says', async (_by, body, words) => {
  const server = createHttpServer((_request, response) => void response.writeHead(404).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { message, lastLines } = await failureOf('http', `http://127.0.0.1:${port}/mcp`)
  server.close()
  expect(message).toBe(`far did not complete the handshake: ${words}`)
  expect(lastLines).toEqual([])
})
