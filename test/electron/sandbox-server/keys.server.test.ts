import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import WebSocket from 'ws'
import { auditFolder } from '../../../electron/node/access/audit.ts'
import { addKey, keyFile, revokeKey, setCaps } from '../../../electron/node/access/key-file.ts'
import { accessFolder, ask, auditOf, type Reply, secretOf } from './support/keys.ts'
import { startServer, type TestServer } from './support/server.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

const start = (server: TestServer, secret: string, more: object = {}): Promise<Reply> =>
  ask(`${server.base}/start_async`, secret, {
    body: { image: 'local', memory: '64m', disk: '64m', cpus: 1, ...more },
  })

describe('without keys', () => {
  let server: TestServer
  beforeAll(async () => void (server = await startServer()))
  afterAll(() => server.close())

  it('the token does everything, anything else nothing, and there is no audit', async () => {
    expect((await start(server, server.token, { sandbox_id: 'any-id' })).json.status).toBe('Success')
    expect((await ask(`${server.base}/sandboxes`, 'orrery_nothing')).http).toBe(401)
    expect(readdirSync(accessFolder(server))).toEqual([])
  })

  it('keys that are added while it runs count at once, and sandboxes from before are the default namespace’s', async () => {
    const mine = await secretOf(server, 'mine', 'viewer', 'default')
    const other = await secretOf(server, 'other', 'viewer', 'other')
    const ids = async (secret: string) => {
      const { items } = (await ask(`${server.base}/all_sandboxes`, secret)).json.result
      return (items as { sandbox_id: string }[]).map((item) => item.sandbox_id)
    }
    expect(await ids(mine)).toEqual(['any-id'])
    expect(await ids(other)).toEqual([])
    expect(await ids(server.token)).toEqual(['any-id'])
  })

  it('what a viewer reads does not put the end of a sandbox off', async () => {
    const viewer = await secretOf(server, 'reader', 'viewer', 'default')
    const at = (secret: string, path: string) => ask(`${server.base}${path}sandbox_id=any-id`, secret)
    const deadline = async (): Promise<string> =>
      (await at(server.token, '/get_status?refresh_timeout=false&')).json.result.auto_stop_time
    await expect.poll(async () => (await at(viewer, '/list_folder?path=/etc&')).json.status).toBe('Success')
    const before = await deadline()
    await setTimeout(1_100)
    await at(viewer, '/get_status?')
    await at(viewer, '/is_alive?')
    await at(viewer, '/list_folder?path=/etc&')
    const body = { sandbox_id: 'any-id', path: '/etc/hostname' }
    const part = await at(viewer, '/read_part?path=/etc/hostname&length=1&')
    expect(Buffer.from(part.json.result.base64, 'base64')).toHaveLength(1)
    expect((await ask(`${server.base}/read_file`, viewer, { body })).json.status).toBe('Success')
    expect(await deadline()).toBe(before)
    await at(server.token, '/list_folder?path=/etc&')
    expect(await deadline()).not.toBe(before)
    await ask(`${server.base}/stop`, server.token, { body: { sandbox_id: 'any-id' } })
    expect(auditOf(server)).toMatchObject([
      { key: 'token', operation: '/stop', object: 'any-id', outcome: 'ok' },
    ])
  })

  it.each(['/start', '/start_async'])(
    '%s puts an admin’s sandbox into the namespace that it names',
    async (path) => {
      const [admin, mine, theirs] = [
        await secretOf(server, `boss-of-${path.slice(1)}`, 'admin', 'office'),
        await secretOf(server, `clerk-of-${path.slice(1)}`, 'user', 'office'),
        await secretOf(server, `field-of-${path.slice(1)}`, 'user', 'field'),
      ]
      const headers = { 'x-namespace': 'field' }
      const started = await ask(`${server.base}${path}`, admin, { body: { image: 'local' }, headers })
      const { sandbox_id: id } = started.json.result
      const seenBy = async (secret: string): Promise<string> =>
        (await ask(`${server.base}/get_status?sandbox_id=${id}`, secret)).json.status
      expect([await seenBy(theirs), await seenBy(mine)]).toEqual(['Success', 'Failed'])
      // A user's is in its own namespace, whatever it names.
      const other = await ask(`${server.base}${path}`, mine, { body: { image: 'local' }, headers })
      const status = await ask(`${server.base}/get_status?sandbox_id=${other.json.result.sandbox_id}`, mine)
      expect(status.json.result.namespace).toBe('office')
    },
  )
})

describe('caps', () => {
  let server: TestServer
  beforeAll(async () => void (server = await startServer()))
  afterAll(() => server.close())

  it('200 starts at once never pass one, and refusals say which and who can raise it', async () => {
    const secret = await secretOf(server, 'many', 'user', 'many', { sandboxes: 3 })
    const answers = await Promise.all(Array.from({ length: 200 }, () => start(server, secret)))
    const started = answers.filter(({ json }) => json.status === 'Success')
    expect(started).toHaveLength(3)
    for (const { json } of answers.filter((one) => !started.includes(one))) {
      expect(json.error).toBe(
        'Key many may have 3 sandboxes at once (--max-sandboxes), has 3 and wants 1 more. ' +
          'An admin of this server can raise that: orrery sandbox keys caps many --max-sandboxes N',
      )
    }
    const { items } = (await ask(`${server.base}/sandboxes`, secret)).json.result
    expect(items).toHaveLength(3)
    // Ending one frees a slot.
    const id = started[0]?.json.result.sandbox_id as string
    await ask(`${server.base}/stop`, secret, { body: { sandbox_id: id } })
    const again = await Promise.all(Array.from({ length: 20 }, () => start(server, secret)))
    expect(again.filter(({ json }) => json.status === 'Success')).toHaveLength(1)
    // Restarting the stopped one must not exceed the limit either.
    const restarted = await ask(`${server.base}/restart`, secret, { body: { sandbox_id: id } })
    expect(restarted.json.error).toContain('Key many may have 3 sandboxes')
    for (const item of (await ask(`${server.base}/sandboxes`, secret)).json.result.items as {
      sandbox_id: string
    }[])
      await ask(`${server.base}/stop`, secret, { body: { sandbox_id: item.sandbox_id } })
  }, 120_000)

  it.each([
    ['cpus', { cpus: 2 }, { cpus: 1.5 }, '2 processors at once (--max-cpus), has 1.5 and wants 1.5 more'],
    ['memory', { memory: 100 * 1024 ** 2 }, {}, '100.00m of memory at once (--max-memory), has 64.00m'],
    ['disk', { disk: 100 * 1024 ** 2 }, {}, '100.00m of disk at once (--max-disk), has 64.00m'],
  ])('hold for %s', async (name, caps, wish, words) => {
    const secret = await secretOf(server, name, 'user', name, caps)
    const answers = await Promise.all([1, 2, 3].map(() => start(server, secret, wish)))
    expect(answers.filter(({ json }) => json.status === 'Success')).toHaveLength(1)
    expect(answers.find(({ json }) => json.status === 'Failed')?.json.error).toContain(words)
  })

  it('of a namespace hold for all its keys together', async () => {
    const secrets = [
      await secretOf(server, 'a', 'user', 'shared'),
      await secretOf(server, 'b', 'user', 'shared'),
    ]
    await setCaps(accessFolder(server), { namespace: 'shared' }, { sandboxes: 3 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => start(server, secrets[at % 2] ?? '')),
    )
    expect(answers.filter(({ json }) => json.status === 'Success')).toHaveLength(3)
    const refused = answers.find(({ json }) => json.status === 'Failed')
    expect(refused?.json.error).toContain('Namespace shared may have 3 sandboxes')
    expect(refused?.json.error).toContain('keys caps --namespace shared --max-sandboxes N')
  })

  it('hold for environments and sessions', async () => {
    const secret = await secretOf(server, 'player', 'user', 'games', { environments: 2, sessions: 2 })
    const make = () =>
      ask(`${server.url}/apis/v1/envs/gem/make`, secret, { body: { env_id: 'game:GuessTheNumber-v0-easy' } })
    const made = await Promise.all(Array.from({ length: 30 }, make))
    expect(made.filter(({ http }) => http === 200)).toHaveLength(2)
    expect(made.find(({ http }) => http !== 200)?.json.detail).toContain('2 environments at once')
    const { sandbox_id: id } = (await ask(`${server.base}/start`, secret, { body: { image: 'local' } })).json
      .result
    const open = (at: number) =>
      ask(`${server.base}/create_session`, secret, { body: { sandbox_id: id, session: `s${at}` } })
    const opened = await Promise.all(Array.from({ length: 6 }, (_, at) => open(at)))
    expect(opened.filter(({ json }) => json.status === 'Success')).toHaveLength(2)
    expect(opened.find(({ json }) => json.status === 'Failed')?.json.error).toContain('2 sessions at once')
  })

  it('hold in a colleague’s sandbox for who opens a session there, and for who restarts it', async () => {
    const ann = await secretOf(server, 'starter', 'user', 'pair', { sandboxes: 1, sessions: 1 })
    const bob = await secretOf(server, 'visitor', 'user', 'pair', { sandboxes: 1, sessions: 1 })
    const [{ sandbox_id: hers }, { sandbox_id: his }] = await Promise.all(
      [ann, bob].map(
        async (secret) =>
          (await ask(`${server.base}/start`, secret, { body: { image: 'local' } })).json.result,
      ),
    )
    const open = async (secret: string, session: string) =>
      (await ask(`${server.base}/create_session`, secret, { body: { sandbox_id: hers, session } })).json
    const call = async (path: string, secret: string, id: string) =>
      (await ask(`${server.base}${path}`, secret, { body: { sandbox_id: id } })).json
    expect((await open(bob, 'his')).status).toBe('Success')
    expect((await open(bob, 'another')).error).toContain('Key visitor may have 1 sessions at once')
    expect((await open(ann, 'hers')).status).toBe('Success')
    await call('/stop', ann, hers)
    expect((await call('/restart', bob, hers)).error).toContain('Key visitor may have 1 sandboxes at once')
    await call('/stop', bob, his)
    expect((await call('/restart', bob, hers)).status).toBe('Success')
    expect((await call('/restart', bob, his)).error).toContain('Key visitor may have 1 sandboxes at once')
    // Hers counts for him now, so she may have another.
    expect((await call('/restart', ann, his)).status).toBe('Success')
    expect((await open(bob, 'again')).status).toBe('Success')
  })

  it('hold for calls: 429, and when to come again', async () => {
    const secret = await secretOf(server, 'eager', 'viewer', 'default', { rate: 5 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetchList(server, secret)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused?.text()).toContain('keys caps eager --max-rate N')
  })
})

const fetchList = (server: TestServer, secret: string) =>
  fetch(`${server.base}/sandboxes`, { headers: { authorization: `Bearer ${secret}` } })

describe('a key that is revoked', () => {
  let server: TestServer
  beforeAll(async () => void (server = await startServer()))
  afterAll(() => server.close())

  it('opens nothing any more and ends its own streams, and no others', async () => {
    const secret = await secretOf(server, 'leaver', 'user', 'team')
    const stays = await secretOf(server, 'stays', 'user', 'team')
    const started = await ask(`${server.base}/start`, secret, { body: { image: 'local', memory: '256m' } })
    const { sandbox_id: id } = started.json.result
    await ask(`${server.base}/create_session`, secret, { body: { sandbox_id: id, session: 's' } })
    const token = (await ask(`${server.url}/sandboxes/${id}`, secret)).json.envdAccessToken as string
    const inside = { 'e2b-sandbox-id': id as string, 'x-access-token': token }
    const health = () => fetch(`${server.url}/health`, { headers: inside })
    expect((await health()).status).toBe(204)
    void ask(`${server.base}/run_in_session`, stays, {
      body: { sandbox_id: id, session: 's', command: 'sleep 60' },
    }).catch(() => undefined)
    const open = async (who: string) => {
      const ws = new WebSocket(`${server.base.replace('http', 'ws')}/terminal?sandbox_id=${id}&session=s`, {
        headers: { authorization: `Bearer ${who}` },
      })
      onTestFinished(() => ws.terminate())
      ws.on('error', () => undefined)
      await new Promise((resolve) => ws.once('message', resolve))
      return ws
    }
    const [ending, staying] = [await open(secret), await open(stays)]
    const ended = new Promise((resolve) => ending.once('close', resolve))
    const download = ask(`${server.base}/download?sandbox_id=${id}&path=/dev/zero`, secret).catch(
      () => 'ended',
    )
    const follow = ask(`${server.base}/execute`, secret, {
      body: { sandbox_id: id, command: 'sleep 60' },
    }).catch(() => 'ended')
    // All have arrived: both terminals, three calls, and the question itself.
    const metrics = async () => (await ask(`${server.url}/metrics`, server.token)).text
    await expect.poll(metrics).toContain('orrery_http_requests_in_flight 6\n')
    await revokeKey(accessFolder(server), 'leaver')
    const refused = await fetchList(server, secret)
    expect(refused.status).toBe(401)
    const words = await refused.text()
    expect(words).toContain('is unknown, has expired or was revoked')
    expect(await (await fetchList(server, 'orrery_nothing')).text()).toBe(words)
    expect((await health()).status).toBe(401)
    await ended
    expect(await download).toBe('ended')
    expect(await follow).toBe('ended')
    expect(staying.readyState).toBe(WebSocket.OPEN)
    expect((await fetchList(server, stays)).status).toBe(200)
  })

  it('is none for lack of time, too', async () => {
    const expires = new Date(Date.now() + 2_000).toISOString()
    const wish = {
      name: 'short',
      role: 'viewer',
      namespace: 'default',
      expires,
      caps: {},
      hasSecret: true,
    } as const
    const { secret = '' } = await addKey(accessFolder(server), wish)
    expect((await fetchList(server, secret)).status).toBe(200)
    await expect.poll(async () => (await fetchList(server, secret)).status).toBe(401)
  })
})

describe('a reverse proxy', () => {
  it('is believed with its secret, and names people who have keys', async () => {
    const secret = 'the-proxy-and-this-server-know'
    const server = await startServer(['--user-header', 'X-Forwarded-User'], undefined, undefined, {
      ORRERY_PROXY_SECRET: secret,
    })
    onTestFinished(() => server.close())
    const wish = {
      role: 'viewer',
      namespace: 'default',
      expires: undefined,
      caps: {},
      hasSecret: false,
    } as const
    await addKey(accessFolder(server), { ...wish, name: 'ann@example.org' })
    const as = (user: string, proxy: string, more: Record<string, string> = {}) =>
      fetch(`${server.base}/sandboxes`, {
        headers: { 'x-forwarded-user': user, 'x-orrery-proxy-secret': proxy, ...more },
      })
    expect((await as('ann@example.org', secret)).status).toBe(200)
    expect((await as('ann@example.org', 'a guess')).status).toBe(401)
    const unknown = await as('bob@example.org', secret)
    expect(unknown.status).toBe(403)
    expect(await unknown.text()).toContain('keys add')
    // Additional credentials from the proxy do not elevate the user.
    const more = { authorization: `Bearer ${server.token}` }
    expect((await as('bob@example.org', secret, more)).status).toBe(403)
    const stop = await fetch(`${server.base}/stop`, {
      method: 'POST',
      headers: { 'x-forwarded-user': 'ann@example.org', 'x-orrery-proxy-secret': secret, ...more },
      body: JSON.stringify({ sandbox_id: 'x' }),
    })
    expect(stop.status).toBe(403)
    await revokeKey(accessFolder(server), 'ann@example.org')
    expect((await as('ann@example.org', secret)).status).toBe(403)
  })
})

describe('the audit', () => {
  it('has a line for every call that changed something, and nothing of what it said', async () => {
    const server = await startServer()
    onTestFinished(() => server.close())
    const secret = await secretOf(server, 'ann', 'user', 'team')
    const viewer = await secretOf(server, 'eve', 'viewer', 'team')
    const LINE = ['key', 'key_id', 'ms', 'object', 'operation', 'outcome', 'request', 'time']
    const HIDDEN = 'never-in-the-audit'
    const { sandbox_id: id } = (
      await ask(`${server.base}/start`, secret, { body: { image: 'local', env: { KEY: HIDDEN } } })
    ).json.result
    const call = (path: string, body: object, headers: Record<string, string> = {}) =>
      ask(`${server.base}${path}`, secret, { body: { sandbox_id: id, ...body }, headers })
    await call('/write_file', { path: '/root/x', content: HIDDEN }, { 'x-request-id': 'req-1' })
    await call('/execute', { command: `echo ${HIDDEN}` }, { 'x-request-id': `a b ${HIDDEN}` })
    await call('/read_file', { path: '/root/x' })
    await ask(`${server.base}/get_status?sandbox_id=${id}`, secret)
    await ask(`${server.base}/stop`, viewer, { body: { sandbox_id: id } })
    await call('/delete', {})
    await call('/stop', {})
    await call('/stop', {})
    const lost = new FormData()
    lost.set('sandbox_id', id)
    lost.set('target_path', '/root/y')
    lost.set('file', new Blob([HIDDEN]), 'y')
    await fetch(`${server.base}/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: lost,
    })
    await ask(`${server.url}/apis/v1/envs/gem/make`, viewer, { body: { env_id: 'game:Wordle-v0' } })
    const lines = auditOf(server)
    expect(lines.map(({ key, operation, object, outcome }) => [key, operation, object, outcome])).toEqual([
      ['ann', '/start', id, 'ok'],
      ['ann', '/write_file', id, 'ok'],
      ['ann', '/execute', id, 'ok'],
      ['eve', '/stop', id, 'refused'],
      ['ann', '/delete', id, 'failed'],
      ['ann', '/stop', id, 'ok'],
      ['ann', '/stop', id, 'unchanged'],
      ['ann', '/upload', id, 'failed'],
      ['eve', 'gem /make', 'game:Wordle-v0', 'refused'],
    ])
    expect(lines[1]?.request).toBe('req-1')
    for (const line of lines) {
      expect(Object.keys(line).sort()).toEqual(LINE)
      expect(line.request).toMatch(/^[\w.:-]+$/)
      expect(Date.parse(line.time)).toBeGreaterThan(0)
    }
    expect(JSON.stringify(lines)).not.toContain(HIDDEN)
    expect(JSON.stringify(lines)).not.toContain(secret)
    expect(readFileSync(keyFile(accessFolder(server)), 'utf8')).not.toContain(secret)
  })

  it('has the line of every call that was answered before the server was killed', async () => {
    const data = await temporaryFolder()
    const server = await startServer([], data)
    const secret = await secretOf(server, 'ann', 'user', 'team')
    const answered: string[] = []
    let isKilled = false
    const make = async (): Promise<void> => {
      while (!isKilled) {
        const body = { env_id: 'game:GuessTheNumber-v0-easy' }
        const made = await ask(`${server.url}/apis/v1/envs/gem/make`, secret, { body }).catch(() => undefined)
        if (made?.http === 200) answered.push(made.json.sandbox_id as string)
      }
    }
    const makers = Array.from({ length: 8 }, make)
    await expect.poll(() => answered.length).toBeGreaterThan(100)
    await server.kill()
    isKilled = true
    await Promise.all(makers)
    const folder = auditFolder(accessFolder(server))
    const text = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    for (const id of answered) expect(text.join('').split(`"${id}"`)).toHaveLength(2)
  })

  it('has a line of a call that was cut off when the server was killed', async () => {
    const data = await temporaryFolder()
    const call = {
      time: '2026-01-01T00:00:00.000Z',
      key: 'ann',
      operation: '/stop',
      object: 'box',
      request: 'cut off',
    }
    writeFileSync(join(data, 'audit-begun-0.jsonl'), `${JSON.stringify({ number: 1, ...call })}\n`)
    const server = await startServer([], data)
    onTestFinished(() => server.close())
    expect(auditOf(server)).toEqual([{ ...call, outcome: 'begun', ms: 0 }])
  })
})
