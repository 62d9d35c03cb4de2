import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { modelEndpointSchema } from '#shared/environments/agent.ts'
import type { WorkbenchError } from '#shared/workbench/failure.ts'
import { callModel, tryModel } from '../../../../electron/workbench/environments/endpoint.ts'
import { EndpointKeys } from '../../../../electron/workbench/environments/environment-services.ts'
import type { SecretMask } from '../../../../electron/node/secret-mask.ts'

interface Answer {
  readonly status?: number
  readonly body: unknown
  readonly type?: string
  /** Delay of the response in milliseconds. */
  readonly after?: number
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

/** A server that gives these answers in order and repeats the last one. */
async function endpoint(...answers: readonly Answer[]) {
  const asked: { path: string; body: string; authorization: string | undefined }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const {
        status = 200,
        body: text,
        type = 'application/json',
        after = 0,
      } = answers[asked.length] ?? answers.at(-1) ?? { body: {} }
      asked.push({ path: request.url ?? '', body, authorization: request.headers.authorization })
      setTimeout(() => {
        response.writeHead(status, { 'content-type': type })
        response.end(typeof text === 'string' ? text : JSON.stringify(text))
      }, after)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

const { signal } = new AbortController()
const messages = [{ role: 'user' as const, content: 'Your move?' }]
const good = {
  body: { choices: [{ message: { content: 'hush-key says \\boxed{1}' } }], usage: { prompt_tokens: 5 } },
}
const soon = { key: undefined, signal, waitFor: () => 1 }

const failureOf = (promise: Promise<unknown>): Promise<WorkbenchError> =>
  promise.then(
    () => Promise.reject(new Error('It was expected to fail.')),
    (error: unknown) => error as WorkbenchError,
  )

describe('a model behind an endpoint', () => {
  it('is asked with the key, which is in no answer', async () => {
    const { asked, url } = await endpoint(good)
    const target = { url: `${url}/v1`, model: 'm', temperature: 0 }
    const answer = await callModel(target, messages, { key: 'hush-key', signal })
    expect(answer).toMatchObject({ reply: '••• says \\boxed{1}', promptTokens: 5, messages })
    expect(asked[0]).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer hush-key' })
    expect(JSON.parse(asked[0]!.body)).toEqual({ model: 'm', messages, temperature: 0 })
  })

  it.each([
    ['a refusal that echoes the key', { status: 401, body: 'bad key hush-key' }, 'AGENT_REFUSED'],
    ['no text', { body: { choices: [] } }, 'AGENT_BAD_ANSWER'],
    ['a tool call that is none', { body: toolCall('{') }, 'AGENT_BAD_ANSWER'],
  ])('%s', async (_, answer, code) => {
    const { asked, url } = await endpoint(answer)
    const failure = await failureOf(callModel({ url, model: 'm' }, messages, { ...soon, key: 'hush-key' }))
    expect(failure.code).toBe(code)
    expect(JSON.stringify(failure.toFailure())).not.toContain('hush-key')
    expect(asked).toHaveLength(1)
  })

  it.each([
    [{ error: { message: 'no such model', type: 'invalid_request_error' } }, 'no such model'],
    [{ error: 'no such model' }, 'no such model'],
    ['<h1>Bad request</h1>', '<h1>Bad request</h1>'],
  ])('says of a refusal what it says: %j', async (body, words) => {
    const { url } = await endpoint({ status: 400, body })
    const failure = await failureOf(callModel({ url, model: 'm' }, messages, soon))
    expect(failure.message).toBe(`The agent endpoint answered HTTP 400: ${words}`)
  })

  it('no endpoint there', async () => {
    const { url, server } = await endpoint(good)
    await new Promise((resolve) => server.close(resolve))
    const failure = await failureOf(callModel({ url, model: 'm' }, messages, soon))
    expect(failure.code).toBe('AGENT_UNREACHABLE')
  })

  it('is asked again where it is busy or broken, and what was waited is noted', async () => {
    const { asked, url } = await endpoint({ status: 429, body: 'slow' }, { status: 503, body: 'oh' }, good)
    const answer = await callModel({ url, model: 'm' }, messages, soon)
    expect(asked).toHaveLength(3)
    expect(answer.retries).toEqual([
      { status: 429, wait: 1 },
      { status: 503, wait: 1 },
    ])
  })

  it('is given up on after five tries, and left alone at once when it is cancelled', async () => {
    const busy = await endpoint({ status: 429, body: 'slow' })
    expect((await failureOf(callModel({ url: busy.url, model: 'm' }, messages, soon))).code).toBe(
      'AGENT_REFUSED',
    )
    expect(busy.asked).toHaveLength(5)
    const controller = new AbortController()
    const waiting = callModel({ url: busy.url, model: 'm' }, messages, {
      key: undefined,
      signal: controller.signal,
      waitFor: () => 60_000,
    })
    while (busy.asked.length < 6) await new Promise((resolve) => setTimeout(resolve, 5))
    controller.abort()
    expect((await failureOf(waiting)).code).toBe('CANCELLED')
  })

  it('streams its answer, reported as it arrives, with its reasoning, tokens and cost', async () => {
    const parts = [
      { choices: [{ delta: { reasoning_content: 'hm' } }] },
      { choices: [{ delta: { content: 'I say ' } }] },
      { choices: [{ delta: { content: '\\boxed{5}' }, finish_reason: 'stop' }] },
      { choices: [], usage: { prompt_tokens: 1000, completion_tokens: 500 } },
    ]
    const body = `${parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')}data: [DONE]\n\n`
    const { asked, url } = await endpoint({ body, type: 'text/event-stream', after: 60 })
    const told: string[] = []
    const answer = await callModel(
      { url, model: 'm', name: 'Mine', stream: true, prices: { prompt: 2, completion: 10 } },
      messages,
      { ...soon, onText: (text) => told.push(text) },
    )
    expect(answer).toMatchObject({
      endpoint: 'Mine',
      reply: 'I say \\boxed{5}',
      reasoning: 'hm',
      finish: 'stop',
      promptTokens: 1000,
      cost: 0.007,
    })
    // Measured from the request, so the server's delay is included.
    expect(answer.firstWord).toBeGreaterThanOrEqual(50)
    expect(told).toEqual(['hm', 'I say ', 'I say \\boxed{5}'])
    expect(JSON.parse(asked[0]!.body)).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  it.each([
    ['nothing else', {}, {}, 0.007],
    ['cached and reasoning tokens at prices of their own', { cached: 0.5, reasoning: 20 }, {}, 0.0093],
    ['a nonsense of an endpoint', { cached: 0 }, { prompt_tokens_details: { cached_tokens: 9000 } }, 0.005],
    [
      'no details',
      { cached: 0, reasoning: 0 },
      { prompt_tokens_details: null, completion_tokens_details: null },
      0.007,
    ],
  ])('costs what its prices say: %s', async (_, prices, told, cost) => {
    const usage = {
      prompt_tokens: 1000,
      completion_tokens: 500,
      prompt_tokens_details: { cached_tokens: 800 },
      completion_tokens_details: { reasoning_tokens: 350 },
      ...told,
    }
    const { url } = await endpoint({ body: { choices: [{ message: { content: 'a' } }], usage } })
    const target = { url, model: 'm', prices: { prompt: 2, completion: 10, currency: 'EUR', ...prices } }
    const answer = await callModel(target, messages, soon)
    expect(answer.cost).toBeCloseTo(cost, 9)
    expect(answer.currency).toBe('EUR')
  })

  it('is tried with a small question, once, and what is wrong is said', async () => {
    const target = { url: '', model: 'm', stream: false }
    const ready = await endpoint({ body: { choices: [{ message: { content: 'ready' } }] } })
    expect(await tryModel({ ...target, url: ready.url }, 'hush-key', signal)).toMatchObject({
      reply: 'ready',
    })
    expect(ready.asked[0]!.authorization).toBe('Bearer hush-key')
    expect(ready.asked[0]!.body.length).toBeLessThan(200)
    const busy = await endpoint({ status: 503, body: 'overloaded' })
    const failure = await failureOf(tryModel({ ...target, url: busy.url }, undefined, signal))
    expect([failure.message, busy.asked.length]).toEqual([
      'The agent endpoint answered HTTP 503: overloaded',
      1,
    ])
  })

  it('may act by a tool', async () => {
    const { asked, url } = await endpoint({ body: toolCall('{"action":"\\\\boxed{7}"}') })
    const answer = await callModel({ url, model: 'm', act: 'tool' }, messages, soon)
    expect(answer).toMatchObject({ action: '\\boxed{7}', toolCalls: [{ name: 'act' }] })
    expect(JSON.parse(asked[0]!.body)).toMatchObject({ tools: [{ function: { name: 'act' } }] })
  })
})

function toolCall(given: string) {
  return {
    choices: [
      { message: { content: null, tool_calls: [{ id: 'c', function: { name: 'act', arguments: given } }] } },
    ],
  }
}

describe('the key of an endpoint', () => {
  const target = modelEndpointSchema.parse({
    id: 'e',
    name: 'E',
    url: 'http://x',
    model: 'm',
    instructions: '',
  })
  const noted: string[] = []
  const secrets = {
    get: (name: string) => Promise.resolve(name === 'kept' ? 'from the secrets' : undefined),
    mask: { note: (_: string, value: string) => void noted.push(value) } as unknown as SecretMask,
  }
  const keys = new EndpointKeys(secrets, { MODEL_KEY: 'from the variable' })

  it.each([
    [{ key: 'none' }, undefined],
    [{ key: 'secret', secret: 'kept' }, 'from the secrets'],
    [{ key: 'env', env: '${env:MODEL_KEY}' }, 'from the variable'],
    [{ key: 'env', env: 'MODEL_KEY' }, 'from the variable'],
  ] as const)('%j is found', async (change, key) => {
    expect(await keys.of({ ...target, ...change })).toBe(key)
  })

  it('for this start only is held, masked, and missed at the next one', async () => {
    const session = { ...target, key: 'session' as const }
    expect((await failureOf(keys.of(session))).code).toBe('AGENT_KEY_MISSING')
    keys.give('e', 'for now only')
    expect(await keys.of(session)).toBe('for now only')
    expect(noted).toContain('for now only')
    expect((await failureOf(new EndpointKeys(secrets, {}).of(session))).code).toBe('AGENT_KEY_MISSING')
  })

  it.each([
    [{ key: 'secret', secret: 'lost' }, 'isn’t stored on this computer'],
    [{ key: 'env', env: '${env:NOT_THERE}' }, 'NOT_THERE'],
  ] as const)('%j is missed by name', async (change, words) => {
    expect((await failureOf(keys.of({ ...target, ...change }))).message).toContain(words)
  })
})
