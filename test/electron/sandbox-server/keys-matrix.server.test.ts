import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { gemOperations } from '../../../electron/sandbox-server/api/gem.ts'
import { hasRole, type Role, ROLES } from '#shared/sandbox/own-key.ts'
import { ask, type Reply, secretOf } from './support/keys.ts'
import { startServer, type TestServer } from './support/server.ts'

/**
 * Every operation of the OpenAPI document, called with every role for a sandbox of another namespace: the answer equals the one for an
 * unknown id and contains nothing of the other namespace. The owner's answers prove that the sandbox exists.
 */
let server: TestServer
let document: { paths: Record<string, Record<string, Described>> }
const secrets = {} as Record<Role | 'mine', string>
let foreign: { sandbox: string; gem: string; image: string }

interface Described {
  readonly 'x-role'?: Role
  readonly tags: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: { properties?: object } }> }
}

const NEVER = 'deadbeefdeadbeefdeadbeefdeadbeef'
/** Contained in the name, notes, metadata, a file and the image of the foreign sandbox. */
const SIGN = 'belongs-to-blue'

beforeAll(async () => {
  server = await startServer()
  for (const role of ROLES) secrets[role] = await secretOf(server, `red-${role}`, role, 'red')
  secrets.mine = await secretOf(server, 'blue', 'user', 'blue')
  const wish = { image: 'local', memory: '256m', name: SIGN, notes: SIGN, metadata: { of: SIGN } }
  const started = await ask(`${server.base}/start`, secrets.mine, { body: wish })
  const sandbox = started.json.result.sandbox_id as string
  const made = await ask(`${server.url}/apis/v1/envs/gem/make`, secrets.mine, {
    body: { env_id: 'game:GuessTheNumber-v0-easy' },
  })
  await ask(`${server.base}/write_file`, secrets.mine, {
    body: { sandbox_id: sandbox, path: '/root/x', content: SIGN },
  })
  await ask(`${server.base}/create_session`, secrets.mine, { body: { sandbox_id: sandbox, session: SIGN } })
  const saved = await ask(`${server.base}/commit`, secrets.mine, {
    body: { sandbox_id: sandbox, image_tag: SIGN },
  })
  foreign = { sandbox, gem: made.json.sandbox_id as string, image: saved.json.result.image_tag as string }
  const phase = async () => (await ask(`${server.base}/commit/${sandbox}`, secrets.mine)).json.result.phase
  await vi.waitUntil(async () => (await phase()) === 'SUCCEEDED', { timeout: 60_000, interval: 100 })
  document = (await ask(`${server.url}/openapi.json`, secrets.mine)).json
}, 120_000)
afterAll(() => server.close())

/** The request for a sandbox, with everything else the operation requires. */
function request(path: string, method: string, described: Described, id: string) {
  const values: Record<string, string | number | string[]> = {
    sandbox_id: id,
    sandbox_ids: [id],
    session: SIGN,
    command: 'cat /root/x',
    path: path.includes('list_folder') ? '/root' : '/root/x',
    target_path: '/root/y',
    content: 'x',
    data: 'x',
    action: 'x',
    network: 'none',
    signal: 'INT',
    length: 8,
    rows: 24,
    cols: 80,
    image_tag: 'red-tag',
    env_id: 'game:GuessTheNumber-v0-easy',
  }
  const query = new URLSearchParams()
  for (const { name, in: where } of described.parameters ?? []) {
    const value = values[name]
    if (where === 'query' && value !== undefined) query.set(name, String(value))
  }
  const address = `${server.url}${path.replace('{id}', id)}?${query}`
  const [type, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? []
  const names = Object.keys(content?.schema.properties ?? {})
  const fields = Object.fromEntries(
    names.filter((name) => name in values).map((name) => [name, values[name]]),
  )
  if (type === 'multipart/form-data') {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
    form.append('file', new Blob(['x']), 'x')
    return { address: `${server.url}${path}`, options: { method, body: form } }
  }
  return { address, options: { method, ...(method === 'POST' ? { body: fields } : {}) } }
}

/** Operations without a sandbox: start, and shared ones. */
const ABOUT_NONE =
  /\/(?:start|start_async|images|images\/delete|images\/import|warmup\/tasks|get_token|make|catalogue|audit|self|healthz|readyz|metrics)$/
/** Operations that list all sandboxes. */
const LISTS = /\/(?:sandboxes|all_sandboxes|sandboxes\/batch)$/

const asked = async (secret: string, path: string, method: string, described: Described, id: string) => {
  const { address, options } = request(path, method, described, id)
  return ask(address, secret, options)
}

const cases = (): [string, string, Described][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): [string, string, Described] => [
      path,
      method.toUpperCase(),
      described,
    ]),
  )

const without = (reply: Reply, id: string) => ({
  http: reply.http,
  text: reply.text.replaceAll(id, 'ID').replaceAll(/"request_id":"[^"]*"/g, ''),
})

describe('every operation of the document', () => {
  it('says which role it needs, and is one of at least fifty', () => {
    expect(cases().length).toBeGreaterThan(50)
    for (const [, , described] of cases()) expect(ROLES).toContain(described['x-role'])
    expect(gemOperations.every(({ role }) => ROLES.includes(role))).toBe(true)
  })

  it.each(['viewer', 'user'] as const)(
    'answers a %s about foreign sandboxes as about none',
    async (role) => {
      let compared = 0
      for (const [path, method, described] of cases()) {
        if (ABOUT_NONE.test(path) || LISTS.test(path)) continue
        const about = described.tags.includes('gem') ? foreign.gem : foreign.sandbox
        for (const id of new Set([about, foreign.sandbox, foreign.gem])) {
          const told = without(await asked(secrets[role], path, method, described, id), id)
          const never = without(await asked(secrets[role], path, method, described, NEVER), NEVER)
          expect(told, `${method} ${path}`).toEqual(never)
          expect(told.text, `${method} ${path}`).not.toContain(SIGN)
          compared += 1
        }
      }
      expect(compared).toBeGreaterThan(60)
      // None of it had an effect.
      const status = await ask(`${server.base}/get_status?sandbox_id=${foreign.sandbox}`, secrets.mine)
      expect(status.json.result).toMatchObject({ state: 'running', name: SIGN })
      const read = await ask(`${server.base}/read_file`, secrets.mine, {
        body: { sandbox_id: foreign.sandbox, path: '/root/x' },
      })
      expect(read.json.result.content).toBe(SIGN)
      const reset = await ask(`${server.url}/apis/v1/envs/gem/reset`, secrets.mine, {
        body: { sandbox_id: foreign.gem, seed: 1 },
      })
      expect(reset.http).toBe(200)
    },
    180_000,
  )

  it('lists nothing of another namespace to its keys, and all to an admin', async () => {
    for (const path of ['/sandboxes', '/all_sandboxes', '/images']) {
      for (const role of ['viewer', 'user'] as const) {
        const { text } = await ask(server.base + path, secrets[role])
        for (const secret of [SIGN, foreign.sandbox, foreign.gem, foreign.image, 'blue'])
          expect(text).not.toContain(secret)
      }
      const { text } = await ask(server.base + path, secrets.admin)
      expect(text).toContain(path === '/images' ? foreign.image : foreign.sandbox)
      expect((await ask(server.base + path, secrets.mine)).text).toContain(SIGN)
    }
    const batch = await ask(`${server.base}/sandboxes/batch`, secrets.viewer, {
      body: { sandbox_ids: [foreign.sandbox] },
    })
    expect(batch.json.result).toEqual({ statuses: [] })
  })

  it.each(ROLES)('tells a %s of its own key, and of no other', async (role) => {
    const { text, json } = await ask(`${server.base}/self`, secrets[role])
    expect(json.result.key).toEqual({ name: `red-${role}`, role, namespace: 'red' })
    expect(text).not.toContain('blue')
  })

  it('is refused to a smaller role before anything else is looked at', async () => {
    let refused = 0
    for (const [path, method, described] of cases()) {
      for (const role of ['viewer', 'user'] as const) {
        if (hasRole(role, described['x-role'] ?? 'viewer')) continue
        const { http, json } = await asked(secrets[role], path, method, described, foreign.sandbox)
        expect(http, `${method} ${path}`).toBe(403)
        expect(json.detail).toContain(`a ${role}’s`)
        refused += 1
      }
    }
    expect(refused).toBeGreaterThan(20)
  })
})

describe('ways beside the document', () => {
  const e2b = (path: string, secret: string, method = 'GET', body?: unknown) =>
    ask(`${server.url}${path}`, secret, { method, ...(body === undefined ? {} : { body }) })

  it.each([
    ['GET', '/sandboxes/ID'],
    ['DELETE', '/sandboxes/ID'],
    ['POST', '/sandboxes/ID/timeout', { timeout: 1 }],
    ['POST', '/sandboxes/ID/pause', {}],
    ['POST', '/sandboxes/ID/connect', {}],
    ['POST', '/v2/sandboxes/ID/connect', {}],
    ['PUT', '/sandboxes/ID/network', {}],
    ['GET', '/sandboxes/ID/metrics'],
    ['POST', '/sandboxes/ID/snapshots', {}],
    ['POST', '/sandboxes/ID/fork', {}],
  ])('E2B %s %s answers as about none', async (method, path, body?: unknown) => {
    const told = await e2b(path.replace('ID', foreign.sandbox), secrets.user, method, body)
    const never = await e2b(path.replace('ID', NEVER), secrets.user, method, body)
    expect(without(told, foreign.sandbox)).toEqual(without(never, NEVER))
    expect(told.http).toBe(404)
    const looked = await e2b(path.replace('ID', foreign.sandbox), secrets.viewer, method, body)
    expect(looked.http).toBe(path.endsWith('metrics') ? 404 : 403)
  })

  it('E2B lists nothing of another namespace', async () => {
    expect((await e2b('/v2/sandboxes', secrets.user)).json).toEqual([])
    expect((await e2b('/v2/sandboxes', secrets.mine)).json).toHaveLength(1)
    expect((await e2b('/snapshots', secrets.user)).json).toEqual([])
    expect((await e2b('/snapshots', secrets.mine)).json).toHaveLength(1)
    expect((await e2b(`/templates/${foreign.image}`, secrets.user, 'DELETE')).http).toBe(404)
  })

  it.each(['/health', '/files?path=/root/x', '/process.Process/List'])('E2B inside %s', async (path) => {
    const at = (secret: string, id: string) =>
      ask(`${server.url}${path}`, secret, {
        method: path.includes('.') ? 'POST' : 'GET',
        headers: { 'e2b-sandbox-id': id },
        ...(path.includes('.') ? { body: {} } : {}),
      })
    const told = without(await at(secrets.user, foreign.sandbox), foreign.sandbox)
    expect(told).toEqual(without(await at(secrets.user, NEVER), NEVER))
    expect(told.text).not.toContain(SIGN)
    expect((await at(secrets.mine, foreign.sandbox)).http).toBeLessThan(300)
  })

  it('a sandbox’s own token is that of its key, and ends with its role', async () => {
    const opened = (await e2b(`/sandboxes/${foreign.sandbox}`, secrets.mine)).json
    const headers = { 'e2b-sandbox-id': foreign.sandbox, 'x-access-token': opened.envdAccessToken as string }
    const files = `${server.url}/files?path=/root/x`
    expect((await (await fetch(files, { headers })).text()).trim()).toBe(SIGN)
    const other = await fetch(files, { headers: { ...headers, 'e2b-sandbox-id': NEVER } })
    expect(other.status).toBe(401)
    const forged = {
      ...headers,
      'x-access-token': headers['x-access-token'].replace(/^[0-9a-f]+/, '000000000000'),
    }
    expect((await fetch(files, { headers: forged })).status).toBe(401)
  })

  it.each(['/proxy/port/9999/', '/vnc/'])('the port proxy %s answers as about none', async (path) => {
    const at = (id: string, secret: string) => ask(`${server.base}/sandboxes/${id}${path}`, secret)
    const told = without(await at(foreign.sandbox, secrets.user), foreign.sandbox)
    expect(told).toEqual(without(await at(NEVER, secrets.user), NEVER))
    expect((await at(foreign.sandbox, secrets.viewer)).http).toBe(403)
  })

  it('a port’s own host name answers as about none', async () => {
    const { request: send } = await import('node:http')
    const { port } = new URL(server.url)
    const at = (id: string, secret: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host: `9999-${id}.localhost:${port}`, authorization: `Bearer ${secret}` }
        send({ host: '127.0.0.1', port, headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
          .on('error', reject)
          .end()
      })
    expect(await at(foreign.sandbox, secrets.user)).toBe(await at(NEVER, secrets.user))
    expect(await at(foreign.sandbox, secrets.mine)).toBe(502)
  })

  const closed = (path: string, secret: string) =>
    new Promise<string>((resolve) => {
      const ws = new WebSocket(`${server.base.replace('http', 'ws')}${path}`, ['orrery.terminal.v1'], {
        headers: { authorization: `Bearer ${secret}` },
      })
      ws.once('message', () => {
        resolve('open')
        ws.terminate()
      })
      ws.once('close', (code, reason) => resolve(`${code} ${String(reason)}`))
      ws.once('unexpected-response', (_request, answer) => resolve(String(answer.statusCode)))
      ws.once('error', () => undefined)
    })

  it.each(['/terminal?sandbox_id=ID&session=belongs-to-blue', '/sandboxes/ID/portforward?port=9999'])(
    'the WebSocket %s answers as about none',
    async (path) => {
      const told = await closed(path.replace('ID', foreign.sandbox), secrets.user)
      expect(told.replaceAll(foreign.sandbox, 'ID')).toBe(
        (await closed(path.replace('ID', NEVER), secrets.user)).replaceAll(NEVER, 'ID'),
      )
      expect(told).not.toBe('open')
      expect(await closed(path.replace('ID', foreign.sandbox), secrets.viewer)).toBe('403')
    },
  )

  it('the owner of the sandbox gets its terminal', async () => {
    const path = `/terminal?sandbox_id=${foreign.sandbox}&session=${SIGN}`
    expect(await closed(path, secrets.mine)).toBe('open')
  })

  it('an id that a key chooses says nothing of whether another namespace has it', async () => {
    const start = (id: string) =>
      ask(`${server.base}/start_async`, secrets.user, { body: { image: 'local', sandbox_id: id } })
    const taken = without(await start(foreign.sandbox), foreign.sandbox)
    expect(taken).toEqual(without(await start(NEVER), NEVER))
    expect(taken.text).toContain('begins with')
  })

  it('an image of another namespace is none', async () => {
    const gone = foreign.image.replace(SIGN, 'never-saved')
    const warm = (image: string) => ask(`${server.base}/warmup/tasks`, secrets.user, { body: { image } })
    expect((await warm(foreign.image)).text.replaceAll(foreign.image, 'I')).toBe(
      (await warm(gone)).text.replaceAll(gone, 'I'),
    )
    const drop = (reference: string) =>
      ask(`${server.base}/images/delete`, secrets.user, { body: { reference } })
    expect((await drop(foreign.image)).text.replaceAll(foreign.image, 'I')).toBe(
      (await drop(gone)).text.replaceAll(gone, 'I'),
    )
    const started = await ask(`${server.base}/start`, secrets.user, { body: { image: foreign.image } })
    const { sandbox_id: id } = started.json.result
    const read = await ask(`${server.base}/read_file`, secrets.user, {
      body: { sandbox_id: id, path: '/root/x' },
    })
    expect(read.text).not.toContain(SIGN)
    await ask(`${server.base}/stop`, secrets.user, { body: { sandbox_id: id } })
    const kept = await ask(`${server.base}/images`, secrets.mine)
    expect(kept.text).toContain(foreign.image)
  })
})
