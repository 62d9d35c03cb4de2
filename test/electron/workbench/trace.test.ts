import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { freshTrace, readTraceparent, traceparentOf } from '#shared/net/trace.ts'
import { ContractClient } from '#shared/workbench/client.ts'
import { procedure } from '#shared/workbench/procedure.ts'
import { ContractServer } from '#shared/workbench/server.ts'
import { parseToCore } from '#shared/workbench/wire.ts'
import { withinTrace } from '../../../electron/node/operation/call-scope.ts'
import { startScripted } from './models/scripted-session.ts'
import { Trace } from '../../../electron/workbench/models/trace.ts'
import { SandboxPlatform } from '../../../electron/workbench/sandboxes/client/index.ts'

/** A stdio server that echoes its parameters. */
const ECHO = `
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const serverInfo = { name: 's', version: '1' }
  const result = method === 'initialize'
    ? { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo }
    : { params, content: [] }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
})`

const place = freshTrace()
const traced = <Result>(work: () => Result): Result => withinTrace(traceparentOf(place), work)

it('a call of the page is served in its place of the trace, and a stranger’s word is none', async () => {
  const contract = { area: { tell: procedure({ input: z.object({}), output: z.string() }) } }
  let told: unknown
  const within = <Result>(trace: string | undefined, work: () => Result): Result => {
    told = trace
    return work()
  }
  const server = new ContractServer(contract, { area: { tell: () => 'done' } }, within)
  const client = new ContractClient<typeof contract>(undefined, () => traceparentOf(place))
  let toServer = (_message: unknown): void => undefined
  let toClient = (_message: unknown): void => undefined
  const end = { onClose: () => undefined, close: () => undefined }
  server.attach({
    ...end,
    send: (message) => toClient(message),
    onMessage: (listener) => (toServer = listener),
  })
  client.attach({
    ...end,
    send: (message) => toServer(message),
    onMessage: (listener) => (toClient = listener),
  })
  expect(await client.call('area.tell', {})).toBe('done')
  expect(told).toBe(traceparentOf(place))
  expect(parseToCore({ type: 'call', id: 1, name: 'x', input: 1, trace: { not: 'a text' } })).toEqual({
    type: 'call',
    id: 1,
    name: 'x',
    input: 1,
  })
})

it('continues in the headers of a platform’s requests', async () => {
  const seen: (string | undefined)[] = []
  const server = createServer(({ headers }, response) => {
    seen.push(headers['traceparent']?.toString())
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ status: 'Success', message: null, error: null, result: { items: [], is_kept: true } }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const platform = new SandboxPlatform({ baseUrl: `http://127.0.0.1:${port}` })
  await traced(() => platform.audit({}))
  await platform.audit({})
  platform.close()
  const [own, none] = seen
  expect(readTraceparent(own)?.trace).toBe(place.trace)
  expect(readTraceparent(own)?.span).not.toBe(place.span)
  expect(none).toBeUndefined()
})

it('continues in _meta of the user’s MCP requests, beside what is there', async () => {
  const session = await startScripted(ECHO)
  onTestFinished(() => session.stop())
  const ask = async (method: string): Promise<unknown> => {
    const { result } = await session.request(method, { name: 'x', _meta: { other: 1 } })
    return (result['params'] as { _meta?: { traceparent?: string; other?: number } })._meta
  }
  const meta = (await traced(() => ask('tools/call'))) as { traceparent: string; other: number }
  expect(readTraceparent(meta.traceparent)?.trace).toBe(place.trace)
  expect(meta.other).toBe(1)
  expect(await ask('tools/call')).toEqual({ other: 1 })
  expect(await traced(() => ask('tools/list'))).toEqual({ other: 1 })
})

it('says of a message which tool, prompt or resource it is about, and an answer of its request', () => {
  const kept = new Trace(
    () => undefined,
    (value) => JSON.parse(JSON.stringify(value).replaceAll('open-sesame', '••••••')),
  )
  onTestFinished(() => kept.dispose())
  const ask = (id: number, method: string, params: Record<string, unknown>): void => {
    kept.add('out', { jsonrpc: '2.0', id, method, params }, 0)
    kept.add('in', { jsonrpc: '2.0', id, result: {} }, 0)
  }
  ask(1, 'tools/call', { name: 'query_spl', arguments: { query: '.entity' } })
  ask(2, 'resources/read', { uri: 'file:///open-sesame/model.yaml' })
  ask(3, 'tools/list', {})
  ask(4, 'prompts/get', { name: 'x'.repeat(10_000) })
  kept.add('in', { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'a:b' } }, 0)
  expect(kept.list(100, undefined).map(({ method, subject }) => [method, subject])).toEqual([
    ['tools/call', 'query_spl'],
    ['tools/call', 'query_spl'],
    ['resources/read', 'file:///••••••/model.yaml'],
    ['resources/read', 'file:///••••••/model.yaml'],
    ['tools/list', undefined],
    ['tools/list', undefined],
    ['prompts/get', 'x'.repeat(200)],
    ['prompts/get', 'x'.repeat(200)],
    ['notifications/resources/updated', 'a:b'],
  ])
})
