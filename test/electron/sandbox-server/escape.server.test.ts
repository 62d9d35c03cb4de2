import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from './support/server.ts'

/** Things a hostile program would try. None may reach the host, another sandbox, or outlive its own. */
let server: TestServer
let id: string
let other: string
let secretFolder: string
let homeSecret: string

const start = async (more: object = {}): Promise<string> =>
  (await server.post('/start', { image: 'local', cpus: 1, memory: '256m', ...more })).result.sandbox_id
const shell = async (
  sandbox: string,
  command: string,
  timeout = 30,
): Promise<{ stdout: string; exit_code: number }> =>
  (await server.post('/execute', { sandbox_id: sandbox, command: ['/bin/bash', '-c', command], timeout }))
    .result ?? {
    stdout: '',
    exit_code: -1,
  }

beforeAll(async () => {
  server = await startServer()
  ;[id, other] = [await start(), await start()]
  secretFolder = mkdtempSync(join(tmpdir(), 'orrery-secret-'))
  writeFileSync(join(secretFolder, 'secret'), 'TOP-SECRET')
  homeSecret = join(mkdtempSync(join(homedir(), '.orrery-secret-')), 'secret')
  writeFileSync(homeSecret, 'TOP-SECRET')
})
afterAll(async () => {
  await server.close()
  await rm(secretFolder, { recursive: true, force: true })
  await rm(join(homeSecret, '..'), { recursive: true, force: true })
})

const hostProcesses = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      } catch {
        return ''
      }
    })

describe('the host’s files', () => {
  it.each([
    ['a file in the user’s home', () => `cat ${homeSecret}`],
    ['a file in the host’s /tmp', () => `cat ${secretFolder}/secret`],
    ['the passwords', () => "grep -E '^[^:]+:[$]' /etc/shadow"],
    ['the server’s own data', () => `ls ${server.data}`],
    ['another way to the root', () => `cat /proc/1/root${homeSecret} /proc/self/root${homeSecret}`],
    ['a device', () => 'ls /dev/sda /dev/vda /dev/mem /dev/kmsg'],
    ['the cgroup tree', () => 'ls /sys/fs/cgroup/memory'],
  ])('%s cannot be read', async (_what, command) => {
    const { stdout, exit_code: code } = await shell(id, command())
    expect(stdout).toBe('')
    expect(code).not.toBe(0)
  })

  it.each([
    ['the system', 'touch /usr/bin/evil'],
    ['kernel settings', 'echo evil > /proc/sys/kernel/hostname'],
    ['the kernel’s trigger', 'echo b > /proc/sysrq-trigger'],
    ['our control files', 'echo evil > /run/orrery/evil'],
    ['a mount of its own', 'mkdir -p /tmp/m; mount -t tmpfs none /tmp/m'],
    ['a device node', 'mknod /tmp/vda b 254 0'],
    ['another root', 'unshare -m true'],
  ])('%s cannot be changed', async (_what, command) => {
    expect((await shell(id, command)).exit_code).not.toBe(0)
  })

  it('cannot be reached through a link that the server follows', async () => {
    await shell(id, `ln -s ${homeSecret} /root/link; ln -s / /root/host`)
    expect((await server.post('/read_file', { sandbox_id: id, path: '/root/link' })).status).toBe('Failed')
    const answer = await server.post('/write_file', {
      sandbox_id: id,
      path: `/root/host${homeSecret}`,
      content: 'evil',
    })
    expect(readFileSync(homeSecret, 'utf8')).toBe('TOP-SECRET')
    expect(['Success', 'Failed']).toContain(answer.status)
  })

  it('are not named by what the sandbox can see of its mounts', async () => {
    const { stdout } = await shell(id, 'cat /proc/self/mountinfo')
    expect(stdout).not.toContain(homedir() === '/root' ? '.orrery-secret' : homedir())
  })
})

describe('processes', () => {
  it('of the host cannot be seen or signalled', async () => {
    const { stdout } = await shell(id, `ps ax -o pid=,args=; kill -0 ${process.pid} && echo SIGN''ALLED`)
    expect(stdout).not.toContain('sandbox-server')
    expect(stdout).not.toContain('SIGNALLED')
    expect(stdout.trim().split('\n').length).toBeLessThan(15)
  })

  it('of another sandbox cannot be seen', async () => {
    await shell(other, 'nohup sleep 4711 > /dev/null 2>&1 &')
    expect((await shell(id, 'ps ax')).stdout).not.toContain('4711')
    expect((await shell(other, 'ps ax')).stdout).toContain('4711')
  })

  it('do not know the server’s environment', async () => {
    const { stdout } = await shell(id, 'env; cat /proc/*/environ | tr "\\0" "\\n"')
    expect(stdout).not.toContain('must-not-be-seen')
    expect(stdout).not.toContain(server.token)
  })

  it('have no privileges and cannot gain any', async () => {
    const { stdout } = await shell(id, 'grep -E "NoNewPrivs|CapEff" /proc/self/status')
    expect(stdout).toMatch(/NoNewPrivs:\s*1/)
    const capabilities = BigInt(`0x${/CapEff:\s*([0-9a-f]+)/.exec(stdout)?.[1]}`)
    const forbidden = [12n, 16n, 17n, 18n + 1n, 21n, 22n, 23n, 25n, 27n]
    expect(forbidden.filter((bit) => (capabilities >> bit) & 1n)).toEqual([])
  })

  it('inherit no descriptors of the server', async () => {
    const { stdout } = await shell(
      id,
      'ls -l /proc/self/fd | grep -vE " -> (pipe|/dev/null|/proc|socket|pid)" | grep -- "->"',
    )
    expect(stdout).toBe('')
  })

  it('end with their sandbox, whatever they did to stay', async () => {
    const mortal = await start()
    await shell(
      mortal,
      '(setsid nohup sleep 4712 > /dev/null 2>&1 &); (trap "" TERM HUP INT; sleep 4712) > /dev/null 2>&1 & sleep 0.2',
    )
    expect(hostProcesses().filter((line) => line === 'sleep 4712').length).toBeGreaterThan(0)
    await server.post('/stop', { sandbox_id: mortal })
    expect(hostProcesses().filter((line) => line === 'sleep 4712')).toEqual([])
  })
})

const limits = (ability: string): string | false =>
  execFileSync('ls', ['/sys/fs/cgroup']).toString().includes(ability)
    ? false
    : `no ${ability} control group here`

describe('limits', () => {
  it.skipIf(limits('memory'))(
    'memory: the process dies, the status says why, the sandbox lives',
    async () => {
      const greedy = 'python3 -c "x = bytearray(600 * 1024 ** 2); print(len(x))"'
      const { exit_code: code, stdout } = await shell(id, greedy)
      expect(stdout).toBe('')
      expect(code).toBe(137)
      const status = (await server.get('/get_status', { sandbox_id: id })).result
      expect(status.notices.join()).toContain('killed: the memory limit of 256.00m was reached')
      expect((await shell(id, 'echo alive')).stdout).toBe('alive\n')
    },
  )

  it.skipIf(limits('pids'))(
    'processes: a fork bomb stays inside and ends with its sandbox',
    async () => {
      const bomber = await start()
      await shell(bomber, 'bomb() { bomb | bomb & }; bomb; sleep 1', 3)
      expect((await shell(other, 'echo unharmed')).stdout).toBe('unharmed\n')
      expect(hostProcesses().length).toBeLessThan(4_000)
      await server.post('/stop', { sandbox_id: bomber })
      expect(readdirSync('/sys/fs/cgroup/pids', { recursive: true }).join()).not.toContain(bomber)
    },
    60_000,
  )

  it('disk: a sandbox that fills it is stopped, and says so', async () => {
    const filler = await start({ disk: '64m', auto_delete_seconds: 600 })
    await shell(
      filler,
      'for n in 1 2 3 4 5 6; do dd if=/dev/zero of=/root/f$n bs=1M count=50; sleep 0.4; done',
      20,
    )
    const look = async () =>
      (await server.get('/get_status', { sandbox_id: filler, include_all_states: 'true' })).result
    await expect.poll(async () => (await look()).state, { timeout: 10_000 }).toBe('stopped')
    expect((await look()).notices.join()).toContain('disk limit of 64.00m')
  })

  it('file size: no file grows beyond the disk limit', async () => {
    const filler = await start({ disk: '32m' })
    const { exit_code: code } = await shell(
      filler,
      'dd if=/dev/zero of=/root/big bs=1M count=100 2>/dev/null; exit $?',
    )
    expect(code).not.toBe(0)
  })

  it.skipIf(limits('cpu'))('processor: half a processor is not exceeded', async () => {
    const half = await start({ cpus: 0.5 })
    const burn = [
      'import resource, subprocess',
      'loops = [subprocess.Popen(["timeout", "2", "sh", "-c", "while :; do :; done"]) for _ in range(2)]',
      '[loop.wait() for loop in loops]',
      'used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime + used.ru_stime)',
    ].join('\n')
    const answer = await server.post('/execute', { sandbox_id: half, command: ['python3', '-c', burn] })
    // Two loops for two seconds: four processor seconds if nothing held them, one with the limit.
    expect(Number(answer.result.stdout)).toBeLessThan(1.6)
    expect(Number(answer.result.stdout)).toBeGreaterThan(0)
    await server.post('/stop', { sandbox_id: half })
  })
})
