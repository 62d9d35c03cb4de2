import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startServer, type TestServer } from './support/server.ts'

/** Asks a server at its loopback address under any Host and Origin. */
function asked(
  server: TestServer,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number | undefined; text: string }> {
  const { port } = new URL(server.url)
  const authorization = `Bearer ${server.token}`
  return new Promise((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, path: '/openapi.json', headers: { authorization, ...headers } },
      async (answer) => {
        let text = ''
        for await (const part of answer) text += String(part)
        resolve({ status: answer.statusCode, text })
      },
    )
      .on('error', reject)
      .end()
  })
}

type Case = readonly [headers: Readonly<Record<string, string>>, status: number]
interface Published {
  readonly called: string
  readonly args: readonly string[]
  readonly cases: readonly Case[]
}

describe.each<Published>([
  {
    called: 'a server on all interfaces',
    args: ['--addr', '0.0.0.0:0'],
    cases: [
      [{ host: 'any.example.org:80' }, 200],
      [{ host: 'any.example.org', origin: 'https://any.example.org' }, 200],
      [{ host: 'any.example.org', origin: 'https://evil.example' }, 403],
      [{ host: 'any.example.org', origin: 'null' }, 403],
    ],
  },
  {
    called: 'a server on all interfaces with names',
    args: ['--addr', '0.0.0.0:0', '--allowed-hosts', 'box.example.org'],
    cases: [
      [{ host: 'box.example.org:8080' }, 200],
      [{ host: 'localhost' }, 200],
      [{ host: 'any.example.org' }, 403],
      [{ host: 'box.example.org', origin: 'https://evil.example' }, 403],
    ],
  },
  {
    called: 'a server on the loopback with names',
    args: ['--allowed-hosts', 'box.example.org,Other.example.org'],
    cases: [
      [{ host: 'box.example.org' }, 200],
      [{ host: 'other.example.org', origin: 'https://other.example.org' }, 200],
      [{ host: 'any.example.org' }, 403],
    ],
  },
])('$called', ({ args, cases }) => {
  let server: TestServer
  beforeAll(async () => void (server = await startServer(args)))
  afterAll(() => server.close())

  it.each(cases)('answers %j with %i', async (headers, status) => {
    expect((await asked(server, headers)).status).toBe(status)
  })
})

it('a Host that is not served names the option that serves it', async () => {
  const server = await startServer()
  try {
    const { status, text } = await asked(server, { host: 'box.example.org' })
    expect([status, text]).toEqual([403, expect.stringContaining('--allowed-hosts')])
  } finally {
    await server.close()
  }
})

it('a refused call is logged with its path and address, and without what it sent', async () => {
  const server = await startServer(['--log-format', 'json'])
  onTestFinished(() => server.close())
  const wrong = 'orrery_wrong'
  const headers = { authorization: `Bearer ${wrong}`, 'x-forwarded-for': '192.0.2.7' }
  expect((await fetch(`${server.base}/get_status?token=${wrong}`, { headers })).status).toBe(401)
  const lines = () =>
    server
      .stderr()
      .split('\n')
      .filter((line) => line.includes('"status":401'))
      .map((line) => JSON.parse(line) as unknown)
  await expect.poll(lines).toMatchObject([
    {
      method: 'GET',
      path: '/apis/envs/sandbox/v1/get_status',
      client: '127.0.0.1',
      forwarded: '192.0.2.7',
    },
  ])
  expect(server.stderr()).not.toContain(wrong)
})
