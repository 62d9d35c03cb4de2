import { getEventListeners } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { WorkbenchError } from '#shared/workbench/failure.ts'
import { spellsNumbersOtherwise } from '../../../../shared/environments/exchange.ts'
import { GemClient } from '../../../../electron/workbench/environments/gem-client.ts'

interface Answer {
  readonly status?: number
  readonly body: unknown
  /** Resolves when the answer may be sent. */
  readonly after?: Promise<unknown>
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

/** A platform of another vendor with these answers. */
async function platform(
  answers: Readonly<Record<string, Answer>>,
  gem?: string,
  operations?: Record<string, string>,
) {
  const asked: { path: string; body: string; authorization: string | undefined }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const path = request.url ?? ''
      asked.push({ path, body, authorization: request.headers.authorization })
      const {
        status = 200,
        body: text,
        after,
      } = answers[path.slice(path.lastIndexOf('/'))] ?? { status: 404, body: {} }
      void Promise.resolve(after).then(() => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(typeof text === 'string' ? text : JSON.stringify(text))
      })
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const calls = new GemClient(() =>
    Promise.resolve({ url, headers: { authorization: 'Bearer hush' }, paths: { gem, operations } }),
  )
  return { calls, asked, url, server }
}

const { signal } = new AbortController()

const failureOf = (promise: unknown): Promise<WorkbenchError> =>
  Promise.resolve(promise).then(
    () => Promise.reject(new Error('It was expected to fail.')),
    (error: unknown) => error as WorkbenchError,
  )

describe('both dialects are understood', () => {
  const step = { observation: 'o', reward: 0.5, terminated: false, truncated: false }
  it.each([
    ['bare', { ...step, info: { suffix: 's' } }],
    [
      'envelope',
      { status: 'Success', message: null, error: null, result: { ...step, info: { suffix: 's' } } },
    ],
  ])('%s', async (_, body) => {
    const { calls } = await platform({ '/step': { body } })
    const answer = await calls.step('p', 'box', 'a', signal)
    expect(answer).toMatchObject({ ...step, info: { suffix: 's' }, exchange: { status: 200 } })
  })

  it('a missing or null info is an empty one', async () => {
    const { calls } = await platform({ '/reset': { body: { observation: 'o', info: null } } })
    expect(await calls.reset('p', 'box', null, signal)).toMatchObject({ info: {} })
  })

  it('a seed is sent only when there is one, and another path is honoured', async () => {
    const { calls, asked } = await platform({ '/reset': { body: { observation: 'o' } } }, '/elsewhere')
    await calls.reset('p', 'box', null, signal)
    await calls.reset('p', 'box', 0, signal)
    expect(asked.map(({ path }) => path)).toEqual(['/elsewhere/reset', '/elsewhere/reset'])
    expect(asked.map(({ body }) => body)).toEqual(['{"sandbox_id":"box"}', '{"sandbox_id":"box","seed":0}'])
  })
})

describe('every failure of the API is reported in a sentence', () => {
  it.each([
    [
      '200 Failed',
      {
        body: {
          status: 'Failed',
          message: 'invalid parameter',
          error: 'body.action: Field required',
          result: null,
        },
      },
      'GEM_REFUSED',
      'body.action: Field required',
    ],
    [
      '500 with detail',
      { status: 500, body: { detail: 'env broke', traceback: ['x'] } },
      'GEM_RUNTIME',
      'env broke',
    ],
    [
      'a rocklet exception',
      { status: 511, body: { rockletexception: { message: 'bad seed' } } },
      'GEM_RUNTIME',
      'bad seed',
    ],
    [
      'validation issues',
      { status: 422, body: { detail: [{ loc: ['body', 'action'], msg: 'Field required' }] } },
      'GEM_REFUSED',
      'body.action: Field required',
    ],
    [
      'a sandbox that is gone',
      { status: 500, body: { detail: 'Sandbox box not found' } },
      'GEM_GONE',
      'Sandbox box not found',
    ],
    [
      'the same by code',
      { status: 500, body: { detail: 'Who?', code: 'SANDBOX_UNKNOWN' } },
      'GEM_GONE',
      'Who?',
    ],
    [
      'an unknown id',
      {
        status: 500,
        body: { detail: 'There is no environment "x".', code: 'ENV_UNKNOWN', suggestions: ['y'] },
      },
      'GEM_NO_ENVIRONMENT',
      'The platform has no environment',
    ],
    ['504', { status: 504, body: { detail: 'too slow' } }, 'GEM_TIMEOUT', 'too slow'],
    ['401', { status: 401, body: {} }, 'UNAUTHORIZED', 'HTTP 401'],
    ['a page of HTML', { status: 502, body: '<html>' }, 'GEM_RUNTIME', 'HTTP 502'],
    ['another shape', { body: { hello: 1 } }, 'GEM_BAD_ANSWER', 'unexpected format'],
  ])('%s', async (_, answer, code, message) => {
    const { calls } = await platform({ '/step': answer })
    const failure = await failureOf(calls.step('p', 'box', 'a', signal))
    expect(failure.code).toBe(code)
    expect(failure.message).toContain(message)
    expect(failure.details).toMatchObject({ method: 'POST', request: { action: 'a' } })
    expect(JSON.stringify(failure.details)).not.toContain('hush')
  })

  it('a platform that is not there', async () => {
    const { calls, server, url } = await platform({})
    await new Promise((resolve) => server.close(resolve))
    const failure = await failureOf(calls.step('p', 'box', 'a', signal))
    expect(failure.code).toBe('GEM_UNREACHABLE')
    expect(failure.message).toContain(url)
    expect(failure.message).not.toContain('fetch failed')
  })
})

describe('making', () => {
  it('leaves nothing on the signal of thousands of calls', async () => {
    const { calls } = await platform({ '/make': { body: { sandbox_id: 'box' } } })
    const controller = new AbortController()
    await calls.make('p', 'e', controller.signal)
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  })

  it('closes what a cancelled make left behind', async () => {
    let letGo: (value: unknown) => void = () => undefined
    const after = new Promise((resolve) => (letGo = resolve))
    const { calls, asked } = await platform({
      '/make': { body: { sandbox_id: 'late' }, after },
      '/close': { body: {} },
    })
    const controller = new AbortController()
    const making = failureOf(calls.make('p', 'e', controller.signal))
    while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    controller.abort()
    expect((await making).code).toBe('CANCELLED')
    letGo(undefined)
    while (asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(asked[1]).toMatchObject({ path: '/apis/v1/envs/gem/close', body: '{"sandbox_id":"late"}' })
  })
})

describe('what a platform offers', () => {
  it.each([
    [
      'a catalogue',
      { '/catalogue': { body: { environments: [{ id: 'a' }] } } },
      { kind: 'catalogue', entries: [{ id: 'a' }], problems: [] },
    ],
    [
      'a list of ids',
      { '/list': { body: { env_id: ['a', 'b'] } } },
      { kind: 'ids', entries: ['a', 'b'], problems: [] },
    ],
    [
      'nothing',
      { '/list': { status: 500, body: { detail: 'sandbox_id' } } },
      { kind: 'none', entries: [], problems: [] },
    ],
  ])('%s', async (_, answers, expected) => {
    const { calls } = await platform(answers)
    expect(await calls.catalogue('p', signal)).toEqual(expected)
  })
})

it.each([
  ['{"reward": 1.0, "terminated": false}', true],
  ['{"reward":1e0}', true],
  ['{"id":12345678901234567890}', true],
  ['{"reward":-0.5,"n":[1,2.25],"text":"1.0 \\" 1.0"}', false],
  ['{"a":1e+21}', false],
])('%s is stored as received: %s', (json, isKept) => {
  expect(spellsNumbersOtherwise(json)).toBe(isKept)
})

it('lists what is installed in an environment that is open, where a platform wants one named', async () => {
  const { calls, asked } = await platform({ '/list': { body: { env_id: ['a'] } } })
  await calls.catalogue('p', signal)
  await calls.catalogue('p', signal, 'box')
  const lists = asked.filter(({ path }) => path.endsWith('/list')).map(({ body }) => body)
  expect(lists).toEqual(['{}', '{"sandbox_id":"box"}'])
})

it('asks below the paths that the deployment has, each operation at its own', async () => {
  const step = { observation: 'o', reward: 0, terminated: false, truncated: false, info: {} }
  const { calls, asked } = await platform(
    { '/play': { body: step }, '/reset': { body: { observation: 'o', info: {} } } },
    '/rock/gem',
    { 'gem.step': '/play' },
  )
  const { exchange } = await calls.step('p', 'box', 'a', signal)
  await calls.reset('p', 'box', null, signal)
  expect(asked.map(({ path }) => path)).toEqual(['/rock/gem/play', '/rock/gem/reset'])
  expect(exchange.url).toMatch(/\/rock\/gem\/play$/)
})
