import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MODES, noPython, startServer, type TestServer } from '../support/server.ts'

/** A non-loopback address of this machine, which represents a neighbour. */
const neighbour = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
const noNeighbour = neighbour === undefined && 'this machine has no network but its loopback'
const noCurl = !existsSync('/usr/bin/curl') && 'curl is not installed'

const listening = (server: Server | ReturnType<typeof createServer>, host: string): Promise<number> =>
  new Promise((resolve) => server.listen(0, host, () => resolve((server.address() as AddressInfo).port)))

describe.each(MODES)('a network of its own, of a server run by $mode', ({ skip, start }) => {
  let server: TestServer
  let id: string
  let listed: string
  const here = createHttpServer((_request, response) => response.end('of the loopback'))
  const near = createHttpServer((request, response) => {
    if (request.url === '/away')
      response.writeHead(302, { location: `http://${neighbour}:${ports.other}/` }).end()
    else response.end(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`)
  })
  const other = createHttpServer((_request, response) => response.end('of another port'))
  const abstract = createServer((socket) => socket.end('of the desktop'))
  const name = `\0orrery-test-${process.pid}`
  const ports = { here: 0, near: 0, other: 0 }

  const begin = async (more: object = {}): Promise<string> =>
    (await server.post('/start', { image: 'local', memory: '512m', ...more })).result.sandbox_id
  const shell = async (command: string, sandbox = id) =>
    (
      await server.post('/execute', {
        sandbox_id: sandbox,
        command: ['/bin/bash', '-c', command],
        timeout: 40,
      })
    ).result as { stdout: string; stderr: string; exit_code: number }
  const tunnel = async (target: string, sandbox = id) => {
    const ask = `exec 3<>/dev/tcp/127.0.0.1/61080; printf 'CONNECT %s HTTP/1.1\\r\\n\\r\\n' '${target}' >&3; head -1 <&3`
    return (await shell(ask, sandbox)).stdout.trim()
  }

  beforeAll(async () => {
    if (skip) return
    ports.here = await listening(here, '127.0.0.1')
    ports.near = await listening(near, neighbour ?? '127.0.0.1')
    ports.other = await listening(other, neighbour ?? '127.0.0.1')
    await new Promise<void>((resolve) => abstract.listen(name, resolve))
    server = await start()
    id = await begin()
    listed = await begin({ network: `allow:${neighbour}:${ports.near},*.invalid` })
  })
  afterAll(async () => {
    if (skip) return
    for (const service of [here, near, other, abstract]) service.close()
    await server.close()
  })

  describe('is the default, and does not reach', () => {
    it.skipIf(skip)('this machine’s loopback', async () => {
      const { stdout, exit_code: code } = await shell(`cat < /dev/tcp/127.0.0.1/${ports.here}`)
      expect([stdout, code]).toEqual(['', 1])
    })
    it.skipIf(skip || noNeighbour)('an address, past the proxy', async () => {
      expect((await shell(`cat < /dev/tcp/${neighbour}/${ports.near}`)).stderr).toMatch(
        /unreachable|No route/,
      )
    })
    it.skipIf(skip)('an address of IPv6, past the proxy', async () => {
      expect((await shell('cat < /dev/tcp/2606:4700::1111/443')).exit_code).not.toBe(0)
      expect((await shell(`cat < /dev/tcp/::1/${ports.here}`)).exit_code).not.toBe(0)
    })
    // Nothing bypasses the proxy of an allow list, whatever is installed; see user-network.server.test.ts.
    it.skipIf(skip)('a name server', async () => {
      expect((await shell('timeout 20 getent hosts example.org', listed)).exit_code).not.toBe(0)
      expect((await shell('echo x > /dev/udp/1.1.1.1/53', listed)).exit_code).not.toBe(0)
    })
    it.skipIf(skip || noPython)('the abstract sockets of the desktop', async () => {
      const script = `import socket; s = socket.socket(socket.AF_UNIX); s.connect("\\0orrery-test-${process.pid}"); print(s.recv(99))`
      const { stdout, stderr } = await shell(`/usr/bin/python3 -c '${script}'`)
      expect([stdout, stderr]).toEqual(['', expect.stringContaining('refused')])
    })
    it.skipIf(skip)('another device', async () => {
      const { stdout } = await shell('ls /sys/class/net 2>/dev/null; tail -n +3 /proc/net/dev', listed)
      expect(stdout.trim()).toMatch(/^lo:[ 0-9]+$/)
    })
  })

  describe('has a proxy that does not lead to', () => {
    const loopback = () => ports.here
    it.skipIf(skip).each<[string, string, () => number]>([
      ['the loopback', '127.0.0.1', loopback],
      ['another address of the loopback', '127.9.9.9', loopback],
      ['the loopback by name', 'localhost', loopback],
      ['the loopback in short', '127.1', loopback],
      ['the loopback as a number', '2130706433', loopback],
      ['the loopback in hexadecimal', '0x7f000001', loopback],
      ['the loopback in octal', '0177.0.0.1', loopback],
      ['any address', '0.0.0.0', loopback],
      ['the loopback of IPv6', '[::1]', loopback],
      ['the loopback, mapped', '[::ffff:127.0.0.1]', loopback],
      ['the loopback, translated', '[64:ff9b::7f00:1]', loopback],
      ['this machine by its name', hostname(), loopback],
      ['a neighbour', neighbour ?? '10.0.0.1', () => ports.near],
      ['a private network', '10.11.12.13', () => 80],
      ['the metadata of a cloud', '169.254.169.254', () => 80],
      ['a link-local address', '[fe80::1]', () => 80],
      ['a unique local address', '[fd00::1]', () => 80],
      ['a group', '224.0.0.1', () => 80],
    ])('%s: %s', async (_what, host, port) => {
      expect(await tunnel(`${host}:${port()}`)).toMatch(/^HTTP\/1\.1 (?:403 Forbidden|502 Bad Gateway)$/)
    })
    it.skipIf(skip).each(['', ':', 'x', 'x:0', 'x:99999', ':80', 'http://x/', '[::1'])(
      'nonsense: %j',
      async (target) => {
        expect(await tunnel(target)).toMatch(/^HTTP\/1\.1 (?:400|502) Bad/)
        expect((await shell('echo alive')).stdout).toBe('alive\n')
      },
    )
  })

  describe('with a list', () => {
    const curl = (args: string, sandbox = listed) => shell(`curl -sS --max-time 20 ${args}`, sandbox)
    const noWay = skip || noNeighbour || noCurl
    it.skipIf(noWay)('reaches what is on it, by the environment that every program knows', async () => {
      const { stdout } = await shell('env | grep -ci "_proxy=http://127.0.0.1:"', listed)
      expect(stdout).toBe('4\n')
      expect((await curl(`http://${neighbour}:${ports.near}/x?y`)).stdout).toBe('GET /x?y ')
      expect((await curl(`-d body http://${neighbour}:${ports.near}/p`)).stdout).toBe('POST /p ')
      expect((await curl(`-p http://${neighbour}:${ports.near}/through`)).stdout).toBe('GET /through ')
    })
    it.skipIf(noWay)('does not follow where a redirect leads', async () => {
      expect((await curl(`-L http://${neighbour}:${ports.near}/away`)).stdout).toContain('not on the list')
    })
    it.skipIf(noWay)('does not hand a login for the proxy on', async () => {
      expect((await curl(`-U me:secret http://${neighbour}:${ports.near}/`)).stdout).toBe('GET / ')
    })
    it.skipIf(noWay).each<[string, () => string]>([
      ['another port', () => `${neighbour}:${ports.other}`],
      ['another host', () => '10.0.0.9:80'],
      ['a name that looks alike', () => 'invalid:80'],
      ['a host that a header names', () => `${neighbour}:${ports.other}`],
    ])('does not reach %s', async (_what, target) => {
      expect(await tunnel(target(), listed)).toBe('HTTP/1.1 403 Forbidden')
    })
    it.skipIf(noWay)('logs what was reached and refused, with its bytes', async () => {
      const { result } = await server.get('/connections', { sandbox_id: listed })
      expect(result.network).toBe(`allow:${neighbour}:${ports.near},*.invalid`)
      const of = (verdict: string) =>
        result.connections.filter((one: { verdict: string }) => one.verdict === verdict)
      expect(of('allowed')[0]).toMatchObject({ host: neighbour, port: ports.near, time: expect.any(String) })
      expect(of('allowed')[0].received).toBeGreaterThan(0)
      expect(of('refused').at(-1).reason).toContain('not on the list')
      const { result: statistics } = await server.get('/get_statistics', { sandbox_id: listed })
      expect(statistics.net).toBeGreaterThan(0)
      expect(statistics).not.toHaveProperty('net_shared')
    })
  })

  describe('is changed', () => {
    const change = (sandbox: string, network: string) =>
      server.post('/set_network', { sandbox_id: sandbox, network })
    const status = async (sandbox: string) =>
      (await server.get('/get_status', { sandbox_id: sandbox, include_all_states: 'true' })).result
    const told = async (sandbox: string) => (await status(sandbox)).network
    const noticesOf = async (sandbox: string) => (await status(sandbox)).notices

    it.skipIf(skip || noNeighbour)('at once where the proxy decides, both ways', async () => {
      const one = await begin()
      const target = `${neighbour}:${ports.near}`
      expect(await tunnel(target, one)).toBe('HTTP/1.1 403 Forbidden')
      const allowed = `allow:${neighbour}`
      expect((await change(one, allowed)).result).toEqual({ network: allowed, takes_effect: 'now' })
      expect(await tunnel(target, one)).toMatch(/^HTTP\/1.1 200/)
      expect((await change(one, 'none')).result).toEqual({ network: 'none', takes_effect: 'now' })
      expect(await tunnel(target, one)).toBe('HTTP/1.1 403 Forbidden')
      expect(await told(one)).toBe('none')
      await server.post('/stop', { sandbox_id: one })
    })

    it.skipIf(skip)('with the next start where the network itself is another', async () => {
      const one = await begin({ network: 'none', auto_delete_seconds: 600 })
      expect((await change(one, 'shared')).result).toEqual({ network: 'shared', takes_effect: 'restart' })
      expect((await shell(`cat < /dev/tcp/127.0.0.1/${ports.here}`, one)).exit_code).toBe(1)
      const waits = 'The network that was chosen applies from the next start.'
      expect(await noticesOf(one)).toContain(waits)
      await server.post('/stop', { sandbox_id: one })
      await server.post('/restart', { sandbox_id: one })
      const ask = `exec 3<>/dev/tcp/127.0.0.1/${ports.here}; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3`
      await expect.poll(async () => (await shell(ask, one)).stdout).toContain('of the loopback')
      expect(await noticesOf(one)).not.toContain(waits)
      await server.post('/stop', { sandbox_id: one })
      expect((await change(one, 'own')).result).toEqual({ network: 'own', takes_effect: 'now' })
      expect(await told(one)).toBe('own')
    })

    it.skipIf(skip)('to none that cannot be, of nobody', async () => {
      expect((await change(id, 'allow:')).error).toContain('use own, shared, none or allow:HOST[:PORT],…')
      expect((await change('nobody', 'own')).error).toBe('Sandbox nobody not found')
      expect(await told(id)).toBe('own')
    })
  })

  describe('belongs to one sandbox', () => {
    it.skipIf(skip || noPython)('two listen on the same port, and a proxy reaches each', async () => {
      const second = await begin()
      for (const [sandbox, text] of [
        [id, 'first'],
        [second, 'second'],
      ] as const) {
        await shell(
          `cd /root; echo ${text} > who; nohup /usr/bin/python3 -m http.server 8123 > /dev/null 2>&1 &`,
          sandbox,
        )
      }
      const headers = { authorization: `Bearer ${server.token}` }
      const ask = async (sandbox: string) =>
        (await fetch(`${server.base}/sandboxes/${sandbox}/proxy/port/8123/who`, { headers })).text()
      await expect.poll(() => ask(id), { timeout: 20_000 }).toBe('first\n')
      await expect.poll(() => ask(second), { timeout: 20_000 }).toBe('second\n')
      expect((await shell('cat < /dev/tcp/127.0.0.1/8124', second)).exit_code).not.toBe(0)
      await server.post('/stop', { sandbox_id: second })
    })
    it.skipIf(skip)('is shown in its status, and kept over a restart', async () => {
      const status = async (sandbox: string) =>
        (await server.get('/get_status', { sandbox_id: sandbox })).result
      expect((await status(id)).network).toBe('own')
      const quiet = await begin({ network: 'private', auto_delete_seconds: 600 })
      expect((await status(quiet)).network).toBe('none')
      expect((await shell('env | grep -ci _proxy', quiet)).stdout).toBe('0\n')
      await server.post('/stop', { sandbox_id: quiet })
      await server.post('/restart', { sandbox_id: quiet })
      await expect.poll(async () => (await status(quiet))?.state).toBe('running')
      expect((await status(quiet)).network).toBe('none')
      expect((await shell(`cat < /dev/tcp/127.0.0.1/61080`, quiet)).exit_code).not.toBe(0)
    })
    it.skipIf(skip)('can be this machine’s, where it is asked for', async () => {
      const shared = await begin({ network: 'shared' })
      const ask = `exec 3<>/dev/tcp/127.0.0.1/${ports.here}; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; tail -1 <&3`
      expect((await shell(ask, shared)).stdout).toBe('of the loopback')
      expect((await server.get('/get_status', { sandbox_id: shared })).result.network).toBe('shared')
      const { result } = await server.get('/get_statistics', { sandbox_id: shared })
      expect(result.net_shared).toBe(true)
    })
    it.skipIf(skip).each(['host', 'allow:', 'allow:http://x', 'own '])(
      'is refused when it is none: %j',
      async (network) => {
        const answer = await server.post('/start', { image: 'local', network })
        expect(answer).toMatchObject({
          status: 'Failed',
          error: expect.stringContaining('use own, shared, none or allow:'),
        })
      },
    )
  })
})

it('a sandbox of the time when all shared the machine’s network still does', async () => {
  const first = await startServer()
  const id = (await first.post('/start', { image: 'local', auto_delete_seconds: 600 })).result.sandbox_id
  await first.post('/stop', { sandbox_id: id })
  await first.kill()
  const file = join(first.data, 'sandboxes', id, 'record.json')
  const { network: _network, ...old } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  writeFileSync(file, JSON.stringify(old))
  const second = await startServer([], first.data)
  await second.post('/restart', { sandbox_id: id })
  const status = async () => (await second.get('/get_status', { sandbox_id: id })).result
  await expect.poll(async () => (await status())?.state).toBe('running')
  expect((await status()).network).toBe('shared')
  await second.close()
})

it('plain processes share the machine’s network, and nothing else can be asked of them', async () => {
  const server = await startServer(['--runtime', 'process'])
  const id = (await server.post('/start', { image: 'local' })).result.sandbox_id
  expect((await server.get('/get_status', { sandbox_id: id })).result.network).toBe('shared')
  const answer = await server.post('/start', { image: 'local', network: 'own' })
  expect(answer.error).toContain('network own cannot be had with this image here: use shared')
  await server.close()
})
