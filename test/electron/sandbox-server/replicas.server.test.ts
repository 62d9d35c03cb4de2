import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addKey, revokeKey, setCaps } from '../../../electron/node/access/key-file.ts'
import type { Caps } from '../../../electron/node/access/keys.ts'
import { sharedFolder } from '../../temporary-folder.ts'
import { ask, type Reply } from './support/keys.ts'
import { startServer, type TestServer } from './support/server.ts'

/** Two servers that share a folder of keys, caps and audit. */
const access = sharedFolder()
let servers: readonly [TestServer, TestServer]
beforeAll(async () => {
  // One after the other: the first builds the program.
  const one = await startServer(['--access', access])
  servers = [one, await startServer(['--access', access])]
})
afterAll(async () => void (await Promise.all(servers.map((server) => server.close()))))

async function secretOf(name: string, namespace: string, caps: Caps = {}): Promise<string> {
  const wish = { name, role: 'user', namespace, expires: undefined, caps, hasSecret: true } as const
  return (await addKey(access, wish)).secret ?? ''
}

const start = (server: TestServer, secret: string): Promise<Reply> =>
  ask(`${server.base}/start_async`, secret, { body: { image: 'local', memory: '64m', disk: '64m', cpus: 1 } })
const make = (server: TestServer, secret: string): Promise<Reply> =>
  ask(`${server.url}/apis/v1/envs/gem/make`, secret, { body: { env_id: 'game:GuessTheNumber-v0-easy' } })
const hasStarted = ({ json }: Reply): boolean => json.status === 'Success'
/** Takes turns with the servers. */
const at = (index: number): TestServer => servers[index % 2 === 0 ? 0 : 1]

describe('servers that share a folder', () => {
  it('know each other’s keys, and take them back together', async () => {
    const secret = await secretOf('guest', 'guests')
    const list = (server: TestServer) => ask(`${server.base}/sandboxes`, secret)
    for (const server of servers) expect((await list(server)).http).toBe(200)
    await revokeKey(access, 'guest')
    for (const server of servers) expect((await list(server)).http).toBe(401)
  })

  it('let 200 starts at once pass no cap, and leave none of its room unused', async () => {
    const secret = await secretOf('many', 'many', { sandboxes: 3 })
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => start(at(index), secret)))
    const started = answers.filter(hasStarted).length
    expect(started).toBeGreaterThan(0)
    expect(started).toBeLessThanOrEqual(3)
    for (const { json } of answers.filter((one) => !hasStarted(one)))
      expect(json.error).toContain('Key many may have 3 sandboxes at once (--max-sandboxes), has ')
    // Two that ask at one moment may refuse each other the last place; it is there for the next one.
    for (let index = started; index < 3; index++)
      expect(hasStarted(await start(at(index), secret))).toBe(true)
    for (const server of servers) {
      const refused = await start(server, secret)
      expect(refused.json.error).toContain('has 3 and wants 1 more')
    }
  }, 120_000)

  it('make room for each other', async () => {
    const secret = await secretOf('one', 'one', { sandboxes: 1 })
    const { json } = await start(servers[0], secret)
    expect(hasStarted(await start(servers[1], secret))).toBe(false)
    await ask(`${servers[0].base}/stop`, secret, { body: { sandbox_id: json.result.sandbox_id } })
    expect(hasStarted(await start(servers[1], secret))).toBe(true)
  })

  it('hold a namespace’s keys to its caps, also on environments and sessions', async () => {
    const [one, other] = [await secretOf('a', 'games'), await secretOf('b', 'games')]
    await setCaps(access, { namespace: 'games' }, { environments: 2, sessions: 1 })
    expect((await make(servers[0], one)).http).toBe(200)
    expect((await make(servers[1], other)).http).toBe(200)
    for (const [index, secret] of [one, other].entries()) {
      const refused = await make(at(index), secret)
      expect(refused.json.detail).toContain('Namespace games may have 2 environments at once')
    }
    const open = async (server: TestServer, secret: string) => {
      const { sandbox_id: id } = (await start(server, secret)).json.result
      return ask(`${server.base}/create_session`, secret, { body: { sandbox_id: id, session: 's' } })
    }
    expect(hasStarted(await open(servers[0], one))).toBe(true)
    expect((await open(servers[1], other)).json.error).toContain('may have 1 sessions at once')
  })

  it('limit calls together', async () => {
    // A claim of each, so that each has looked for the other.
    const looking = await secretOf('looking', 'looking', { environments: 2 })
    for (const server of servers) await make(server, looking)
    const minute = () => Math.floor(Date.now() / 60_000)
    let answers: Reply[]
    let began: number
    do {
      began = minute()
      const secret = await secretOf(`eager-${began}`, 'eager', { rate: 6 })
      answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) => ask(`${at(index).base}/sandboxes`, secret)),
      )
      // Calls are counted by the minutes of the clock.
    } while (minute() !== began)
    const served = answers.filter(({ http }) => http === 200).length
    expect(served).toBeGreaterThan(0)
    expect(served).toBeLessThanOrEqual(6)
    expect(answers.filter(({ http }) => http === 429)).toHaveLength(60 - served)
  })

  it('tell the audit of all', async () => {
    const secret = await secretOf('noted', 'noted')
    for (const [index, server] of servers.entries())
      await ask(`${server.base}/stop`, secret, { body: { sandbox_id: `noted--${index}` } })
    for (const { base, token } of servers) {
      const { json } = await ask(`${base}/audit?key=noted`, token)
      expect((json.result.items as { object: string }[]).map(({ object }) => object)).toEqual([
        'noted--1',
        'noted--0',
      ])
    }
  })

  it('do not count what a server that was killed had, once it is back', async () => {
    const secret = await secretOf('killed', 'killed', { environments: 1 })
    expect((await make(servers[1], secret)).http).toBe(200)
    expect((await make(servers[0], secret)).http).not.toBe(200)
    await servers[1].kill()
    servers = [servers[0], await startServer(['--access', access], servers[1].data)]
    expect((await make(servers[0], secret)).http).toBe(200)
    expect((await make(servers[1], secret)).http).not.toBe(200)
  })
})
