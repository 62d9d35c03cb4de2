import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { networkInterfaces } from 'node:os'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findUserNetwork, openingScript } from '../../../../electron/sandbox-server/network/user-network.ts'
import { MODES, noPython, type TestServer } from '../support/server.ts'

const tool = findUserNetwork()
const noTool =
  tool === undefined &&
  'pasta or slirp4netns, ip, and a /dev/net/tun that everybody may open are not all here'

/** User-mode network programs that are descendants of the server. */
function waysOf(server: number | undefined): number[] {
  const rows = readdirSync('/proc').flatMap((pid) => {
    try {
      const [, name = '', parent = ''] =
        /\((.*)\) . (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      return [{ pid: Number(pid), name, parent: Number(parent) }]
    } catch {
      return []
    }
  })
  const parents = new Map(rows.map(({ pid, parent }) => [pid, parent]))
  const isOf = (pid: number): boolean => pid === server || (pid > 1 && isOf(parents.get(pid) ?? 0))
  return rows.flatMap(({ pid, name }) =>
    /^(?:pasta|passt|slirp4netns)/.test(name) && isOf(pid) ? [pid] : [],
  )
}

describe.each(MODES)('a way past the proxy, of a server run by $mode', ({ skip, start }) => {
  let server: TestServer
  const address = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  const here = createServer((_request, response) => response.end('of this machine'))
  const port = () => (here.address() as AddressInfo).port
  let id: string

  const begin = async (more: object = {}): Promise<string> =>
    (await server.post('/start', { image: 'local', memory: '512m', ...more })).result.sandbox_id
  const shell = async (sandbox: string, command: string) =>
    (
      await server.post('/execute', {
        sandbox_id: sandbox,
        command: ['/bin/bash', '-c', command],
        timeout: 40,
      })
    ).result as { stdout: string; stderr: string; exit_code: number }
  const wayOut = async (sandbox: string) =>
    (await server.get('/connections', { sandbox_id: sandbox })).result.way_out as string | undefined
  const reach = (sandbox: string, target: string) =>
    shell(sandbox, `timeout 5 bash -c 'cat < /dev/tcp/${target}'`)
  const hasWay = async (sandbox: string) =>
    (await shell(sandbox, 'grep -c "^[a-z0-9]*\t00000000" /proc/net/route')).stdout

  beforeAll(async () => {
    if (skip || noTool) return
    await new Promise<void>((resolve) => here.listen(0, '0.0.0.0', resolve))
    server = await start()
    id = await begin()
  })
  afterAll(() => void here.close())

  it.skipIf(skip || noTool)('is available, reported, and resolves names', async () => {
    expect(await hasWay(id)).toBe('1\n')
    expect(await wayOut(id)).toBe(tool?.name)
    expect((await shell(id, 'cat /etc/resolv.conf')).stdout).toBe('nameserver 192.0.0.3\n')
    // A DNS query is answered, whatever the answer.
    const ask = `import socket
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(20)
s.sendto(bytes.fromhex('abcd01000001000000000000') + b'\\x07example\\x03com\\x00\\x00\\x01\\x00\\x01', ('192.0.0.3', 53))
print(s.recv(512)[:2].hex())`
    if (!noPython) expect((await shell(id, `/usr/bin/python3 -c "${ask}"`)).stdout).toBe('abcd\n')
  })

  it.skipIf(skip || noTool).each<[string, () => string]>([
    ['this machine’s loopback', () => `127.0.0.1/${port()}`],
    ['this machine by its address', () => `${address}/${port()}`],
    ['this machine by the gateway', () => `192.0.0.2/${port()}`],
    ['a private network', () => '10.0.0.1/80'],
    ['another', () => '172.16.0.1/80'],
    ['the one at home', () => '192.168.1.1/80'],
    ['the metadata of a cloud', () => '169.254.169.254/80'],
    ['a group', () => '224.0.0.1/80'],
    ['a neighbour of IPv6', () => 'fd00::1/80'],
    ['a link-local address', () => 'fe80::1/80'],
  ])('does not reach %s: %s', async (_what, target) => {
    const { stdout, exit_code: code } = await reach(id, target())
    expect([stdout, code === 0]).toEqual(['', false])
  })

  it.skipIf(skip || noTool)('cannot be widened from inside', async () => {
    const { stdout } = await shell(id, 'ip route del unreachable 10.0.0.0/8 2>&1; ip link set lo down 2>&1')
    expect(stdout).not.toMatch(/^$/)
    expect((await reach(id, '10.0.0.1/80')).stderr).toMatch(/No route to host|unreachable/)
  })

  it.skipIf(skip || noTool)(
    'is none beside a list, which only the proxy can keep, and ends with the policy',
    async () => {
      const listed = await begin({ network: 'allow:example.com' })
      expect(await hasWay(listed)).toBe('0\n')
      expect(await wayOut(listed)).toBe('proxy')
      const change = (network: string) => server.post('/set_network', { sandbox_id: listed, network })
      await change('own')
      await expect.poll(() => hasWay(listed), { timeout: 20_000 }).toBe('1\n')
      await change('none')
      await expect.poll(() => hasWay(listed), { timeout: 20_000 }).toBe('0\n')
      await change('own')
      await expect.poll(() => hasWay(listed), { timeout: 20_000 }).toBe('1\n')
      await change('none')
      await expect.poll(() => hasWay(listed), { timeout: 20_000 }).toBe('0\n')
      expect(await wayOut(listed)).toBeUndefined()
    },
  )

  it.skipIf(skip || noTool)('ends with its sandbox, and with a server that is killed', async () => {
    const ways = () => waysOf(server.child.pid)
    const before = ways().length
    const one = await begin()
    await shell(one, 'true')
    expect(ways().length).toBe(before + 1)
    await server.post('/stop', { sandbox_id: one })
    await expect.poll(() => ways().length, { timeout: 20_000 }).toBe(before)
    const left = ways()
    await server.kill()
    await expect.poll(() => left.filter((pid) => existsSync(`/proc/${pid}`)), { timeout: 20_000 }).toEqual([])
    await rm(server.data, { recursive: true, force: true })
  })
})

const noNamespaces =
  spawnSync('unshare', ['--user', '--net', 'true']).status !== 0 && 'this machine forbids user namespaces'

it.skipIf(noTool || noNamespaces)(
  'a way that never opens ends by itself, with its program, also when nobody is left who waits',
  async () => {
    // Such programs do not run as root.
    const by = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
    const sandbox = spawn('unshare', ['--user', '--map-root-user', '--net', 'sleep', '100'], by)
    // As when a server and its sandbox's processes are killed: the program survives, but its network can no longer be entered.
    const isGone = 'case "$*" in *-batch*) cat > /dev/null;; *) exit 1;; esac'
    const script = openingScript(tool!, {
      enter: ['/bin/sh', '-c', isGone, 'sh'],
      user: `/proc/${sandbox.pid}/ns/user`,
      network: `/proc/${sandbox.pid}/ns/net`,
      owner: undefined,
    })
    const shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], ...by })
    try {
      await expect.poll(() => waysOf(shell.pid).length, { timeout: 20_000 }).toBe(1)
      const [way = 0] = waysOf(shell.pid)
      await once(shell, 'exit')
      await expect.poll(() => existsSync(`/proc/${way}`), { timeout: 20_000 }).toBe(false)
    } finally {
      shell.kill('SIGKILL')
      sandbox.kill()
    }
  },
)
