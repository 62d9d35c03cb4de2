import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { collect } from '../../../../../electron/sandbox-server/runtime/collect.ts'
import { KubernetesClient } from '../../../../../electron/sandbox-server/runtime/kubernetes/client.ts'
import { ExecStream } from '../../../../../electron/sandbox-server/runtime/kubernetes/exec-stream.ts'

let server: Server | undefined
afterEach(() => server?.close())

interface Double {
  readonly client: KubernetesClient
  readonly got: Buffer[]
}

/** A fake API server that speaks one protocol and replies to the first message, or immediately, with these. */
async function double(
  protocol: string,
  messages: readonly (readonly [number, string])[],
  isEnded = true,
): Promise<Double> {
  const got: Buffer[] = []
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = new WebSocketServer({
    server,
    handleProtocols: (offered) => offered.has(protocol) && protocol,
  })
  sockets.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => got.push(data))
    for (const [channel, text] of messages)
      socket.send(Buffer.concat([Buffer.from([channel]), Buffer.from(text)]))
    if (!isEnded) socket.close()
  })
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const credentials = async () => ({})
  const client = new KubernetesClient({
    url,
    namespace: 'n',
    ca: undefined,
    isChecked: true,
    serverName: undefined,
    credentials,
  })
  return { client, got }
}

const request = { path: '/pods/p', container: 'box', command: ['x'], stdin: true, tty: false, framed: true }
const failure = (reason: string, message: string): string =>
  JSON.stringify({
    status: 'Failure',
    reason,
    message,
    details: { causes: [{ reason: 'ExitCode', message: '9' }] },
  })
const whole = async (stream: ExecStream) =>
  collect({
    stdout: stream.stdout,
    stderr: stream.stderr,
    exited: stream.exited,
    stdin: null,
    kill: () => undefined,
  })

test.each([
  ['success', JSON.stringify({ status: 'Success' }), 0, ''],
  ['an exit code', failure('NonZeroExitCode', 'exit code 9'), 9, ''],
  ['what cannot be started', JSON.stringify({ status: 'Failure', message: 'no shell' }), 126, 'no shell\n'],
])('reads %s', async (_, status, code, stderr) => {
  const { client } = await double('v4.channel.k8s.io', [
    [1, 'out'],
    [3, status],
  ])
  const said = await whole(new ExecStream(client, request))
  expect([said.stdout.toString(), said.stderr.toString(), said.code]).toEqual(['out', stderr, code])
})

test.each<[string, boolean, string[]]>([
  ['v4.channel.k8s.io', true, ['\u00003\nabc', '\u00000\n']],
  ['v5.channel.k8s.io', false, ['\u0000abc', '\u00ff\u0000']],
])('ends the input over %s', async (protocol, framed, sent) => {
  const { client, got } = await double(protocol, [])
  const stream = new ExecStream(client, { ...request, framed })
  expect(await stream.opened).toBe(protocol)
  stream.exited.catch(() => undefined)
  stream.stdin.end('abc')
  await expect.poll(() => got.map((message) => message.toString('latin1'))).toEqual(sent)
})

test.each([
  ['in one message', ['words', '\u0001key', ''], 'words'],
  ['in two, with words around', ['some \u0001k', 'ey words', ''], 'some  words'],
  ['only its start', ['words \u0001k', 'no', ''], 'words \u0001kno'],
  ['only its start at the end', ['words \u0001k', '', ''], 'words \u0001k'],
])('takes the sign of an ended program out of its errors: %s', async (_, parts, words) => {
  const { client } = await double('v4.channel.k8s.io', [
    ...parts.map((part) => [2, part] as const),
    [3, JSON.stringify({ status: 'Success' })],
  ])
  const { stderr } = await whole(new ExecStream(client, { ...request, endSign: '\u0001key' }))
  expect(stderr.toString()).toBe(words)
})

test.each([
  ['v4.channel.k8s.io', true, [0, '0\n']],
  ['v5.channel.k8s.io', false, [255, '\0']],
])('ends the input of a program that reads no more of it, by %s', async (protocol, framed, said) => {
  const { client, got } = await double(protocol, [[2, '\u0001key']])
  const stream = new ExecStream(client, { ...request, framed, endSign: '\u0001key' })
  stream.exited.catch(() => undefined)
  const gone = once(stream.stdin, 'close')
  await gone
  stream.stdin.write('more')
  await expect.poll(() => got.map((data) => [data[0], data.subarray(1).toString()])).toEqual([said])
})

test('a lost connection is no end of the program', async () => {
  const { client } = await double('v4.channel.k8s.io', [[1, 'half']], false)
  await expect(new ExecStream(client, request).exited).rejects.toThrow(
    'the connection to the cluster was lost',
  )
})

test('where the cluster is away, that is said', async () => {
  const { client } = await double('v4.channel.k8s.io', [])
  server?.close()
  await once(server as Server, 'close').catch(() => undefined)
  await expect(new ExecStream(client, request).exited).rejects.toThrow(
    /the cluster at 127\.0\.0\.1:\d+ cannot be reached/,
  )
})

test.each([
  ['v4.channel.k8s.io', true, [0, '-\n']],
  ['v5.channel.k8s.io', false, [255, '\0']],
])('does not leave a program waiting for an input that broke off, by %s', async (protocol, framed, said) => {
  const { client, got } = await double(protocol, [])
  const stream = new ExecStream(client, { ...request, framed })
  await stream.opened
  stream.stdin.destroy(new Error('the upload broke off'))
  await expect.poll(() => got.map((data) => [data[0], data.subarray(1).toString()])).toEqual([said])
})
