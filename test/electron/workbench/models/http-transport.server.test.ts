import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { HttpTransport } from '../../../../electron/workbench/models/http-transport.ts'
import { ModelSession } from '../../../../electron/workbench/models/model-session.ts'

/** A port of this machine that nobody listens on any more. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

it.each(['http', 'sse'] as const)('says over %s why a server cannot be reached, once', async (kind) => {
  const url = `http://127.0.0.1:${await freePort()}/mcp`
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
  const { failure } = await session.then(
    () => expect.fail('There is nobody to shake hands with.'),
    (error: unknown) => error as { failure: { message: string; lastLines: string[] } },
  )
  expect(failure.message).toContain('connect ECONNREFUSED 127.0.0.1')
  expect(failure.message).not.toContain('fetch failed')
  expect(failure.lastLines).toEqual([])
})
