import { afterAll, describe, expect, test, vi } from 'vitest'
import { gemRoutes } from '../../../../electron/sandbox-server/api/gem.ts'
import type {
  Environment,
  EnvironmentDefinition,
} from '../../../../electron/sandbox-server/gem/environment.ts'
import { Gatekeeper } from '../../../../electron/node/access/gatekeeper.ts'
import { OWNER } from '../../../../electron/sandbox-server/api/guard.ts'
import { openGem, standAloneHost } from '../../../../electron/sandbox-server/gem/index.ts'
import { Registry } from '../../../../electron/sandbox-server/gem/registry.ts'
import { GemService } from '../../../../electron/sandbox-server/gem/service.ts'
import { builtInCatalogue } from '../../../../shared/gem/catalogue/index.ts'
import { catalogueResult } from '../../../../shared/gem/rest.ts'

const host = standAloneHost()
const service = await openGem({ host })
const app = gemRoutes(service, new Gatekeeper(OWNER))
afterAll(() => service.dispose())

type Body = Record<string, unknown>

async function call(path: string, body?: unknown, method = 'POST'): Promise<{ http: number; body: Body }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await app.request(path, { method, ...(method === 'POST' ? { body: text ?? '' } : {}) })
  return { http: response.status, body: (await response.json()) as Body }
}

const make = async (env_id = 'game:GuessTheNumber-v0-easy') =>
  String((await call('/make', { env_id })).body.sandbox_id)

describe('answers', () => {
  test('make, reset, step and close carry the bare fields and the envelope', async () => {
    const made = await call('/make', { env_id: 'game:GuessTheNumber-v0-easy', session: 'ignored' })
    const { sandbox_id } = made.body
    const envelope = { status: 'Success', message: null, error: null }
    expect(made).toEqual({ http: 200, body: { sandbox_id, ...envelope, result: { sandbox_id } } })

    const reset = await call('/reset', { sandbox_id, seed: 0 })
    const { observation, info } = reset.body
    expect(observation).toMatch(/between 1 and 10/)
    expect(reset.body).toEqual({ observation, info, ...envelope, result: { observation, info } })

    const { body: step } = await call('/step', { sandbox_id, action: '\\boxed{7}' })
    expect(step).toMatchObject({ reward: 1, terminated: true, truncated: false, ...envelope })
    expect(step.result).toMatchObject({
      reward: 1,
      terminated: true,
      truncated: false,
      info: { suffix: 'Your guess?' },
    })

    const closed = await call('/close', { sandbox_id })
    expect(closed.body).toEqual({ sandbox_id, ...envelope, result: { sandbox_id } })
  })

  test('list names every id, with or without a sandbox, by POST and GET', async () => {
    const ids = builtInCatalogue.map(({ id }) => id)
    expect((await call('/list', {})).body.env_id).toEqual(ids)
    expect((await call('/list')).body.env_id).toEqual(ids)
    expect((await call('/list', undefined, 'GET')).body.env_id).toEqual(ids)
    expect((await call('/list', { sandbox_id: await make() })).body.env_id).toEqual(ids)
    expect((await call('/list', { sandbox_id: 'nope' })).http).toBe(500)
  })

  test('the catalogue describes every id', async () => {
    const { body } = await call('/catalogue', undefined, 'GET')
    expect(catalogueResult.parse(body).environments).toEqual(builtInCatalogue)
    expect((await call('/catalogue', {})).body.environments).toEqual(body.environments)
  })

  test('another verb is 405', async () => {
    expect(await call('/make', undefined, 'GET')).toEqual({
      http: 405,
      body: { detail: 'Method Not Allowed' },
    })
  })
})

describe('validation is HTTP 200 Failed', () => {
  test.each<[string, unknown, string]>([
    ['/reset', {}, 'body.sandbox_id: Field required'],
    ['/reset', { sandbox_id: '' }, 'body.sandbox_id: String should have at least 1 character'],
    ['/reset', { sandbox_id: '   ' }, 'body.sandbox_id: String should have at least 1 character'],
    ['/reset', { sandbox_id: 7 }, 'body.sandbox_id: Input should be a valid string'],
    ['/reset', { sandbox_id: 'x', seed: 'abc' }, 'body.seed: Input should be a valid integer'],
    [
      '/reset',
      { sandbox_id: 'x', seed: 1.5 },
      'body.seed: Input should be a valid integer, got a number with a fractional part',
    ],
    ['/reset', { sandbox_id: 'x', seed: true }, 'body.seed: Input should be a valid integer'],
    ['/step', { sandbox_id: 'x' }, 'body.action: Field required'],
    ['/step', { sandbox_id: 'x', action: true }, 'body.action: Input should be a valid string'],
    ['/step', {}, 'body.sandbox_id: Field required; body.action: Field required'],
    ['/close', {}, 'body.sandbox_id: Field required'],
    ['/make', { env_id: 5 }, 'body.env_id: Input should be a valid string'],
    ['/reset', '{"sandbox_id": ', 'body.'],
    ['/reset', [], 'body'],
  ])('%s %j: %s', async (path, body, error) => {
    const answer = await call(path, body)
    expect(answer.http).toBe(200)
    expect(answer.body).toMatchObject({ status: 'Failed', message: 'invalid parameter', result: null })
    expect(answer.body.error).toContain(error)
  })

  test('blanks around an id are trimmed, numeric strings are seeds, null is no seed', async () => {
    const id = await make()
    const seeded = await call('/reset', { sandbox_id: ` ${id} `, seed: 42 })
    expect((await call('/reset', { sandbox_id: id, seed: '42' })).body).toEqual(seeded.body)
    expect((await call('/reset', { sandbox_id: id, seed: null })).body.status).toBe('Success')
  })
})

describe('run-time errors are HTTP 500 with detail and envelope', () => {
  const failure = async (path: string, body: unknown) => {
    const answer = await call(path, body)
    expect(answer.http).toBe(500)
    expect(answer.body).toMatchObject({
      status: 'Failed',
      result: null,
      error: answer.body.detail,
      traceback: [],
    })
    return answer.body
  }

  test.each([{}, { env_id: '' }, { env_id: '  ' }, { env_id: null }])('make of %j', async (body) => {
    expect(await failure('/make', body)).toMatchObject({ code: 'ENV_ID_REQUIRED' })
  })

  test('an unknown id opens no sandbox and names near ones', async () => {
    const before = service.size
    const body = await failure('/make', { env_id: 'game:Sokobann-v0-easy' })
    expect(body).toMatchObject({ code: 'ENV_UNKNOWN' })
    expect(body.suggestions).toContain('game:Sokoban-v0-easy')
    expect(body.detail).toContain('Did you mean game:Sokoban-v0-easy')
    expect(service.size).toBe(before)
  })

  test.each([-1, 2 ** 32, 1e30, '-5'])('a seed of %s', async (seed) => {
    const body = await failure('/reset', { sandbox_id: await make(), seed })
    expect(body).toMatchObject({ code: 'SEED_OUT_OF_RANGE' })
    expect(body.detail).toMatch(/^Seed must be between 0 and 2\*\*32 - 1/)
  })

  test('the largest seed is taken', async () => {
    expect((await call('/reset', { sandbox_id: await make(), seed: 2 ** 32 - 1 })).http).toBe(200)
  })

  test('an unknown sandbox, and one that was closed', async () => {
    const id = await make()
    await call('/close', { sandbox_id: id })
    for (const [path, extra] of [
      ['/reset', {}],
      ['/step', { action: 'x' }],
      ['/close', {}],
    ] as const) {
      expect(await failure(path, { sandbox_id: id, ...extra })).toMatchObject({ code: 'SANDBOX_UNKNOWN' })
      expect(await failure(path, { sandbox_id: 'never', ...extra })).toMatchObject({
        code: 'SANDBOX_UNKNOWN',
      })
    }
  })

  test('a question before its reset', async () => {
    const id = await make('rg:gcd')
    expect(await failure('/step', { sandbox_id: id, action: '\\boxed{1}' })).toMatchObject({
      code: 'RESET_REQUIRED',
    })
  })
})

describe('instances', () => {
  test('a game can be stepped without a reset', async () => {
    const step = await call('/step', { sandbox_id: await make(), action: 'nothing' })
    expect(step.body).toMatchObject({ reward: -0.1, terminated: true })
  })

  test('environments do not disturb one another', async () => {
    const [a, b] = [await make('game:Minesweeper-v0-easy'), await make('game:Minesweeper-v0-hard')]
    const alone = await transcript(a)
    const beside = await transcript(a, () => call('/reset', { sandbox_id: b, seed: 1 }))
    expect(beside).toEqual(alone)
  })

  async function transcript(sandbox_id: string, between: () => Promise<unknown> = async () => {}) {
    const answers = [await call('/reset', { sandbox_id, seed: 42 })]
    for (const cell of ['2 2', '1 0', '2 0', '0 0']) {
      await between()
      answers.push(await call('/step', { sandbox_id, action: `\\boxed{reveal ${cell}}` }))
    }
    return answers
  }

  test('requests on one environment are served in order', async () => {
    const sandbox_id = await make()
    const answers = await Promise.all([
      call('/reset', { sandbox_id, seed: 0 }),
      ...['1', '2', '3', '7'].map((guess) => call('/step', { sandbox_id, action: `\\boxed{${guess}}` })),
    ])
    expect(answers.map(({ body }) => body.reward)).toEqual([undefined, 0, 0, 0, 1])
  })
})

describe('release', () => {
  const entry = builtInCatalogue[0]!

  function watched(environment: Partial<Environment> = {}) {
    const close = vi.fn<() => void>()
    const definition: EnvironmentDefinition = {
      entry,
      create: () => ({
        reset: () => ({ observation: '', info: {} }),
        step: () => ({ observation: '', reward: 0, terminated: false, truncated: false, info: {} }),
        close,
        ...environment,
      }),
    }
    return { close, registry: new Registry([definition]) }
  }

  test('the host’s sandbox ends with close, the environment with the host’s sandbox', async () => {
    const { close, registry } = watched()
    const listeners: ((id: string) => void)[] = []
    const stopped: string[] = []
    const service = new GemService({
      registry,
      host: {
        open: () => ({ sandboxId: `s${listeners.length + stopped.length}` }),
        touch: () => {},
        close: (id) => void stopped.push(id),
        onClosed: (listener) => void listeners.push(listener),
      },
    })
    const first = await service.make(entry.id)
    await service.close(first.sandbox_id)
    expect(stopped).toEqual([first.sandbox_id])
    const second = await service.make(entry.id)
    for (const listener of listeners) listener(second.sandbox_id)
    await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(2))
    expect(service.size).toBe(0)
    await expect(service.step(second.sandbox_id, 'x')).rejects.toThrow(/No environment/)
  })

  test('the stand-alone host closes what is not used, and use keeps it', async () => {
    vi.useFakeTimers()
    try {
      const { close, registry } = watched()
      const service = new GemService({ registry, host: standAloneHost({ idleMs: 1000 }) })
      const { sandbox_id } = await service.make(entry.id)
      await vi.advanceTimersByTimeAsync(900)
      await service.step(sandbox_id, 'x')
      await vi.advanceTimersByTimeAsync(900)
      expect(service.size).toBe(1)
      await vi.advanceTimersByTimeAsync(200)
      expect(service.size).toBe(0)
      expect(close).toHaveBeenCalledOnce()
    } finally {
      vi.useRealTimers()
    }
  })

  test('a failing constructor closes its sandbox; a failing step is a sentence and leaves the environment', async () => {
    const closed: string[] = []
    const host = { ...standAloneHost(), close: (id: string) => void closed.push(id) }
    const broken: EnvironmentDefinition = {
      entry,
      create: () => {
        throw new Error('out of luck')
      },
    }
    const service = new GemService({ registry: new Registry([broken]), host })
    await expect(service.make(entry.id)).rejects.toThrow(/failed in make: out of luck/)
    expect(closed).toHaveLength(1)

    const { registry } = watched({
      step: () => {
        throw new TypeError('bad move')
      },
    })
    const other = new GemService({ registry, host })
    const { sandbox_id } = await other.make(entry.id)
    await expect(other.step(sandbox_id, 'x')).rejects.toMatchObject({
      code: 'ENV_FAILED',
      message: /bad move/,
    })
    await expect(other.reset(sandbox_id)).resolves.toMatchObject({ observation: '' })
  })

  test('an environment that fails to close is closed anyway', async () => {
    const closed: string[] = []
    const { registry } = watched({
      close: () => {
        throw new Error('stuck')
      },
    })
    const host = { ...standAloneHost(), close: (id: string) => void closed.push(id) }
    const service = new GemService({ registry, host })
    const { sandbox_id } = await service.make(entry.id)
    await expect(service.close(sandbox_id)).rejects.toMatchObject({ code: 'ENV_FAILED' })
    expect(closed).toEqual([sandbox_id])
    expect(service.size).toBe(0)
    await service.make(entry.id)
    await service.dispose()
    expect(service.size).toBe(0)
  })

  test('a call that was given up before its turn is not made', async () => {
    const step = vi.fn<Environment['step']>()
    let free = () => {}
    const { registry } = watched({
      step,
      reset: () => new Promise((resolve) => (free = () => resolve({ observation: '', info: {} }))),
    })
    const service = new GemService({ registry, host: standAloneHost() })
    const { sandbox_id } = await service.make(entry.id)
    const abort = new AbortController()
    const reset = service.reset(sandbox_id)
    const given = service.step(sandbox_id, 'x', abort.signal)
    abort.abort()
    await Promise.resolve()
    free()
    await reset
    await expect(given).rejects.toThrow(/abort/i)
    expect(step).not.toHaveBeenCalled()
  })
})
