import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ServerProcess } from './process.ts'

const servers: ServerProcess[] = []
function start(...args: string[]): ServerProcess {
  const server = new ServerProcess(['--quickstart', '--log-level', 'silent', ...args])
  servers.push(server)
  return server
}
afterEach(() => {
  for (const server of servers.splice(0)) server.child.kill('SIGKILL')
})

describe('stdio', () => {
  it('answers initialize as the seed shows it', async () => {
    const { result } = await start().ask({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', workspace: 'demo' },
    })
    expect(result).toMatchObject({
      protocolVersion: '2025-06-18',
      capabilities: { tools: { listChanged: false }, completions: {}, logging: {} },
      serverInfo: { name: 'model-mcp' },
      _meta: { workspace: 'demo', outputFormat: 'text/toon' },
    })
  })

  it.each([
    ['not json', '{"a":', -32_700, undefined],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), -32_700, undefined],
    ['no method', '{"jsonrpc":"2.0","id":1}', -32_600, 1],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600, undefined],
    ['a number', '17', -32_600, undefined],
    ['id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600, undefined],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600, 1],
    ['an unknown method', '{"jsonrpc":"2.0","id":"x","method":"nope"}', -32_601, 'x'],
    ['params as array', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32_602, 1],
    ['no tool name', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', -32_602, 1],
    [
      'arguments as text',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":"b"}}',
      -32_602,
      1,
    ],
    [
      'a bad level',
      '{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"loud"}}',
      -32_602,
      1,
    ],
    [
      'an unknown prompt',
      '{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"x"}}',
      -32_602,
      1,
    ],
    [
      'an unknown resource',
      '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"model://workspace/demo/rows"}}',
      -32_002,
      1,
    ],
    [
      'a bad workspace',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"workspace":"../x"}}',
      -32_602,
      1,
    ],
  ])('answers %s with its error and continues', async (_name, line, code, id) => {
    const server = start()
    server.write(line)
    server.write('\n')
    const answer = await server.next()
    expect(answer.error).toMatchObject({ code, message: expect.any(String) as string })
    expect(answer.id).toBe(id)
    expect((await server.ask({ jsonrpc: '2.0', id: 2, method: 'ping' })).result).toEqual({})
  })

  it('answers a batch as one, with sessions of the one revision that has them', async () => {
    const server = start()
    const params = {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    }
    await server.ask({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
    server.write(`${JSON.stringify([ping(2), initialized, ping(3)])}\n`)
    expect(await server.next()).toEqual([2, 3].map((id) => ({ jsonrpc: '2.0', id, result: {} })))
  })

  it('never answers notifications, responses and blank lines', async () => {
    const server = start()
    server.write(
      '\n  \r\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n{"jsonrpc":"2.0","method":"nope"}\n',
    )
    server.write('{"jsonrpc":"2.0","id":9,"result":{}}\r\n')
    expect(await server.ask({ jsonrpc: '2.0', id: 1, method: 'ping' })).toMatchObject({ id: 1, result: {} })
  })

  it('refuses a line above its limit and reads the next', async () => {
    const server = start('--max-message-bytes', '2048')
    server.write(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'y'.repeat(100_000)}"}}\n`)
    expect((await server.next()).error).toMatchObject({ code: -32_600 })
    expect(await server.ask({ jsonrpc: '2.0', id: 2, method: 'ping' })).toMatchObject({ id: 2, result: {} })
  })

  it('takes a message in pieces and several in one', async () => {
    const server = start()
    const text = JSON.stringify({ jsonrpc: '2.0', id: 'ü', method: 'ping' })
    const bytes = Buffer.from(`${text}\n${text}\n`)
    for (const byte of bytes.subarray(0, 40)) server.write(Buffer.from([byte]))
    server.write(bytes.subarray(40))
    expect((await server.next()).id).toBe('ü')
    expect((await server.next()).id).toBe('ü')
  })

  it('reads a 20 MB line in linear time and answers', async () => {
    const server = start()
    server.send({ jsonrpc: '2.0', id: 1, method: 'ping', params: { filler: 'x'.repeat(20_000_000) } })
    expect(await server.next()).toMatchObject({ id: 1, result: {} })
  })

  it('answers everything read and ends with 0 at the end of input', async () => {
    const server = start()
    for (let id = 0; id < 300; id++) {
      server.send({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'query_spl_execute', arguments: { query: '.entity | limit 50' } },
      })
    }
    server.child.stdin.end()
    const ids = new Set<unknown>()
    for (let count = 0; count < 300; count++) ids.add((await server.next()).id)
    expect(ids.size).toBe(300)
    expect(await server.ended).toBe(0)
    expect(server.stderr).toBe('')
  })

  it('does not answer a cancelled request, id 0 included', async () => {
    const server = start()
    const query = '.topo | graph-call cypher(`MATCH (a)--(b)--(c)--(d)--(e)--(f) RETURN count(*)`)'
    server.send({
      jsonrpc: '2.0',
      id: 0,
      method: 'tools/call',
      params: { name: 'query_spl_execute', arguments: { query, timeout_ms: 600_000 } },
    })
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 0 } })
    expect((await server.ask({ jsonrpc: '2.0', id: 1, method: 'ping' })).id).toBe(1)
    server.child.stdin.end()
    expect(await server.ended).toBe(0)
  })

  it('stops a query at timeout_ms', async () => {
    const server = start()
    const query = '.topo | graph-call cypher(`MATCH (a)--(b)--(c)--(d)--(e)--(f)--(g)--(h) RETURN count(*)`)'
    const { result } = await server.ask({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'query_spl_execute', arguments: { query, timeout_ms: 50 } },
    })
    expect(result?.['structuredContent']).toMatchObject({ ok: false, code: 'TIMEOUT' })
  })

  it('lets a query behind a write see it', async () => {
    const server = start('--enable-writes')
    const id = 'f'.repeat(32)
    const entity = {
      __domain__: 'd',
      __entity_type__: 'd.x',
      __entity_id__: id,
      __method__: 'Create',
      __first_observed_time__: 1,
      __last_observed_time__: 2,
    }
    server.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'entity_write', arguments: { entities: [entity] } },
    })
    server.send({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'query_spl_execute', arguments: { query: ".entity with(domain='d')" } },
    })
    const answers = [await server.next(), await server.next()]
    expect(JSON.stringify(answers.find((answer) => answer.id === 2))).toContain(id)
  })
})

describe('options', () => {
  it('a port that is taken ends with 1 and one line', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const server = new ServerProcess([
      '--transport',
      'http',
      '--addr',
      `127.0.0.1:${port}`,
      '--graphstore',
      'memory',
    ])
    servers.push(server)
    expect(await server.ended).toBe(1)
    taken.close()
    expect(server.stderr).toBe(
      `model-server: Port ${port} on 127.0.0.1 is in use; choose another with --addr.\n`,
    )
  })

  it.each([
    ['local.ladybug', { MODEL_SERVER_EMBEDDED_MB: 'much' }, 'MODEL_SERVER_EMBEDDED_MB'],
    ['graphdb', { GRAPHDB_URI: 'http://localhost' }, 'GRAPHDB_URI'],
  ])('%s with %o ends with 2 and one line', async (graphstore, environment, text) => {
    const server = new ServerProcess(['--graphstore', graphstore], environment)
    servers.push(server)
    expect(await server.ended).toBe(2)
    expect(server.stderr).toContain(text)
    expect(server.stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  it.each([
    [['--foo'], 'unknown option --foo'],
    [['--quikstart'], 'did you mean --quickstart'],
    [['--graphstore', 'oracle'], '--graphstore oracle is unknown'],
    [['--transport', 'carrier-pigeon'], '--transport'],
    [['--addr', 'nowhere'], '--addr'],
    [['--transport', 'http', '--addr', '0.0.0.0:0'], '--token'],
    [['--max-message-bytes', 'many'], '--max-message-bytes'],
    [['--quickstart-sample', 'nope'], '--quickstart-sample nope'],
    [['--workspace', '../up'], '--workspace'],
    [['--import-root', '/no/such/folder'], '--import-root'],
    [['--import-root', process.execPath], '--import-root'],
    [['--data', ''], '--data must not be empty'],
    [['--data', process.execPath], 'is not a folder'],
    [['--transport', 'http', '--token', ''], '--token must not be empty'],
    [['--transport', 'http', '--mcp-path', '/healthz'], '--mcp-path /healthz'],
    [['--transport', 'http', '--addr', '203.0.113.1:0', '--token', 't', '--graphstore', 'memory'], '--addr'],
    [['stray'], 'unexpected argument stray'],
  ])('%s ends with 2 and one line', async (args, text) => {
    const server = new ServerProcess(args)
    servers.push(server)
    expect(await server.ended).toBe(2)
    expect(server.stderr).toContain(text)
    expect(server.stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})
