import { execFileSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROCESSES } from './support/processes.ts'
import { backends, removeContainers } from './support/runtimes.ts'
import { startServer, type TestServer } from './support/server.ts'

/** Requirements for a disk per sandbox: root, a loop device, and mkfs. */
const canMountDisks = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-disk-'))
  const script =
    'cd "$1" && truncate -s 16M i && mkfs.ext4 -q -F i && mkdir m && unshare -m mount -o loop i m'
  try {
    execFileSync('/bin/sh', ['-c', script, 'sh', folder], {
      stdio: 'ignore',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    })
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})()

/** Backends that promise isolation; an unavailable one is skipped with the reason. */
const isolating = backends()
  .filter(({ name }) => name !== 'process')
  .map((backend) => ({
    ...backend,
    skip: backend.skip ?? (backend.sameAs ? `its containers are ${backend.sameAs}’s` : undefined),
  }))

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

/** Why limits of whole sandboxes cannot be tested: without a control group each process has its own limit. */
function limits(ability: 'memory' | 'cpu' | 'pids'): string | false {
  if (!readdirSync('/sys/fs/cgroup').join().includes(ability)) return `no ${ability} control group here`
  if (ability === 'pids' || process.getuid?.() === 0) return false
  try {
    accessSync(join('/sys/fs/cgroup', ability), constants.W_OK)
    return false
  } catch {
    return `no ${ability} control group that this user may write`
  }
}

/** What a hostile program would try: to reach the host or another sandbox, or to outlive its own. */
describe.each(isolating)('from a sandbox of $name', ({ name, skip, image }) => {
  const own = name === 'bubblewrap' || name === 'namespaces'
  const noDisks = own ? 'no disks can be mounted here' : 'an engine’s disks are the engine’s'
  const ownDisks = own && canMountDisks
  let server: TestServer
  let id: string
  let other: string
  let secretFolder: string
  let homeSecret: string

  const start = async (more: object = {}): Promise<string> => {
    const body = { image: image.reference, cpus: 1, memory: '256m', ...more }
    return (await server.post('/start', body)).result.sandbox_id
  }
  const shell = async (
    sandbox: string,
    command: string,
    timeout = 30,
  ): Promise<{ stdout: string; exit_code: number }> =>
    (await server.post('/execute', { sandbox_id: sandbox, command: ['/bin/bash', '-c', command], timeout }))
      .result ?? { stdout: '', exit_code: -1 }

  beforeAll(async () => {
    if (skip) return
    server = await startServer(['--runtime', name])
    ;[id, other] = [await start(), await start()]
    secretFolder = mkdtempSync(join(tmpdir(), 'orrery-secret-'))
    writeFileSync(join(secretFolder, 'secret'), 'TOP-SECRET')
    homeSecret = join(mkdtempSync(join(homedir(), '.orrery-secret-')), 'secret')
    writeFileSync(homeSecret, 'TOP-SECRET')
  })
  afterAll(async () => {
    if (skip) return
    removeContainers(name, server.data)
    await server.close()
    await rm(secretFolder, { recursive: true, force: true })
    await rm(join(homeSecret, '..'), { recursive: true, force: true })
  })

  describe('the host’s files', () => {
    it.skipIf(skip).each([
      ['a file in the user’s home', () => `cat ${homeSecret}`],
      ['a file in the host’s /tmp', () => `cat ${secretFolder}/secret`],
      ['the passwords', () => "grep -E '^[^:]+:[$]' /etc/shadow"],
      ['the server’s own data', () => `ls ${server.data}`],
      ['another way to the root', () => `cat /proc/1/root${homeSecret} /proc/self/root${homeSecret}`],
      ['a device', () => 'ls /dev/sda /dev/vda /dev/mem /dev/kmsg'],
      ['another group’s limits', () => 'ls /sys/fs/cgroup/memory/orrery*/* /sys/fs/cgroup/memory/libpod*'],
    ])('%s cannot be read', async (_what, command) => {
      const { stdout, exit_code: code } = await shell(id, command())
      expect(stdout).toBe('')
      expect(code).not.toBe(0)
    })

    it.skipIf(skip).each([
      ['the system', 'touch /usr/bin/evil'],
      ['its own limits', 'cd /sys/fs/cgroup/memory && echo -1 > memory.limit_in_bytes'],
      ['kernel settings', 'echo evil > /proc/sys/kernel/hostname'],
      ['the kernel’s trigger', 'echo b > /proc/sysrq-trigger'],
      ['our control files', 'echo evil > /run/orrery/evil'],
      ['a mount of its own', 'mkdir -p /tmp/m; mount -t tmpfs none /tmp/m'],
      ['a device node', 'mknod /tmp/vda b 254 0'],
      ['another root', 'unshare -m true'],
    ])('%s cannot be changed', async (what, command) => {
      const { exit_code: code } = await shell(id, command)
      // A container has its own copy of the system, so only the host matters.
      if (own || what !== 'the system') expect(code).not.toBe(0)
      expect(existsSync('/usr/bin/evil')).toBe(false)
    })

    it.skipIf(skip)('cannot be reached through a link that the server follows', async () => {
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

    it.skipIf(skip)('are not named by what the sandbox can see of its mounts', async () => {
      const { stdout } = await shell(id, 'cat /proc/self/mountinfo')
      expect(stdout).not.toContain(homedir() === '/root' ? '.orrery-secret' : homedir())
    })
  })

  describe('processes', () => {
    it.skipIf(skip)('of the host cannot be seen or signalled', async () => {
      const { stdout } = await shell(id, `${PROCESSES}; kill -0 ${process.pid} && echo SIGN''ALLED`)
      expect(stdout).not.toContain('sandbox-server')
      expect(stdout).not.toContain('SIGNALLED')
      expect(stdout).toContain('tr ')
      expect(stdout.trim().split('\n').length).toBeLessThan(15)
    })

    it.skipIf(skip)('of another sandbox cannot be seen', async () => {
      await shell(other, 'nohup sleep 4711 > /dev/null 2>&1 &')
      expect((await shell(id, PROCESSES)).stdout).not.toContain('4711')
      expect((await shell(other, PROCESSES)).stdout).toContain('4711')
    })

    it.skipIf(skip)('do not know the server’s environment', async () => {
      const { stdout } = await shell(id, 'env; cat /proc/*/environ | tr "\\0" "\\n"')
      expect(stdout).not.toContain('must-not-be-seen')
      expect(stdout).not.toContain(server.token)
    })

    it.skipIf(skip)('have no privileges and cannot gain any', async () => {
      const { stdout } = await shell(id, 'grep -E "NoNewPrivs|CapEff" /proc/self/status')
      expect(stdout).toMatch(/NoNewPrivs:\s*1/)
      const capabilities = BigInt(`0x${/CapEff:\s*([0-9a-f]+)/.exec(stdout)?.[1]}`)
      const forbidden = [12n, 16n, 17n, 18n + 1n, 21n, 22n, 23n, 25n, 27n]
      expect(forbidden.filter((bit) => (capabilities >> bit) & 1n)).toEqual([])
    })

    it.skipIf(skip)('inherit no descriptors of the server', async () => {
      const { stdout } = await shell(id, 'cd /proc/self/fd; for d in *; do [ -e "$d" ] && echo "$d"; done')
      // Its standard descriptors, and the folder that the loop reads.
      expect(stdout).toMatch(/^0\n1\n2\n(\d+\n)?$/)
    })

    it.skipIf(skip)('end with their sandbox, whatever they did to stay', async () => {
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

  describe('limits', () => {
    it.skipIf(skip ?? limits('memory'))(
      'memory: the process dies, the status says why, the sandbox lives',
      async () => {
        // dd allocates one block's memory at once.
        const { exit_code: code } = await shell(id, 'dd if=/dev/zero of=/dev/null bs=600M count=1; exit $?')
        expect(code).toBe(137)
        const notices = async () =>
          (await server.get('/get_status', { sandbox_id: id })).result.notices.join() as string
        await expect
          .poll(notices, { timeout: 15_000 })
          .toContain('killed: the memory limit of 256.00m was reached')
        expect((await shell(id, 'echo alive')).stdout).toBe('alive\n')
      },
    )

    it.skipIf(skip ?? limits('pids'))(
      'processes: a fork bomb stays inside and ends with its sandbox',
      async () => {
        const bomber = await start()
        await shell(bomber, 'bomb() { bomb | bomb & }; bomb; sleep 1', 3)
        expect((await shell(other, 'echo unharmed')).stdout).toBe('unharmed\n')
        expect(hostProcesses().length).toBeLessThan(4_000)
        await server.post('/stop', { sandbox_id: bomber })
        if (own) expect(readdirSync('/sys/fs/cgroup/pids', { recursive: true }).join()).not.toContain(bomber)
        expect(hostProcesses().filter((line) => line.includes('bomb() {'))).toEqual([])
      },
      60_000,
    )

    const fill = 'for n in 1 2 3 4 5 6; do dd if=/dev/zero of=/root/f$n bs=1M count=50; sleep 0.4; done'

    it.skipIf(skip || (ownDisks ? false : noDisks))(
      'disk: a sandbox cannot write more than it has',
      async () => {
        const filler = await start({ disk: '64m', auto_delete_seconds: 600 })
        const free = () => statfsSync(server.data).bavail * statfsSync(server.data).bsize
        const before = free()
        const { exit_code: code } = await shell(
          filler,
          `${fill} 2>/dev/null; sync; head -c 1000000 /dev/zero > /root/more`,
        )
        expect(code).not.toBe(0)
        const sum =
          'for f in /root/*; do stat -c %b "$f"; done | { s=0; while read -r b; do s=$((s + b)); done; echo $((s / 2)); }'
        // In kilobytes: the whole disk minus the file system's metadata.
        const written = Number((await shell(filler, sum)).stdout)
        expect(written).toBeLessThanOrEqual(64 * 1024)
        expect(written).toBeGreaterThan(48 * 1024)
        expect(before - free()).toBeLessThan(1024 ** 3)
        const { result } = await server.get('/get_statistics', { sandbox_id: filler })
        expect(result.disk).toBeGreaterThan(95)
        await shell(filler, 'rm -f /root/f*; echo room > /root/more')
        expect((await shell(filler, 'cat /root/more')).stdout).toBe('room\n')
        await server.post('/stop', { sandbox_id: filler })
        await server.post('/restart', { sandbox_id: filler })
        expect((await shell(filler, 'cat /root/more')).stdout).toBe('room\n')
        const image = join(server.data, 'sandboxes', filler, 'disk.img')
        expect(statSync(image).size).toBe(64 * 1024 ** 2)
        await server.post('/stop', { sandbox_id: filler })
      },
    )

    it.skipIf(skip || (ownDisks ? 'nothing is watched where disks have a limit' : false))(
      'disk: a sandbox that fills it is stopped, and says so',
      async () => {
        const filler = await start({ disk: '64m', auto_delete_seconds: 600 })
        await shell(filler, fill, 20)
        const look = async () =>
          (await server.get('/get_status', { sandbox_id: filler, include_all_states: 'true' })).result
        await expect.poll(async () => (await look()).state, { timeout: 10_000 }).toBe('stopped')
        expect((await look()).notices.join()).toContain('disk limit of 64.00m')
      },
    )

    it.skipIf(skip || (own ? false : 'engines watch the whole only'))(
      'file size: no file grows beyond the disk limit',
      async () => {
        const filler = await start({ disk: '32m' })
        const { exit_code: code } = await shell(
          filler,
          'dd if=/dev/zero of=/root/big bs=1M count=100 2>/dev/null; exit $?',
        )
        expect(code).not.toBe(0)
      },
    )

    it.skipIf(skip ?? limits('cpu'))('processor: half a processor is not exceeded', async () => {
      const half = await start({ cpus: 0.5 })
      const loop = "timeout 2 bash -c 'while :; do :; done'"
      const answer = await shell(half, `${loop} & ${loop} & wait; times`)
      // The last line: user and system time of all reaped children, as `0m1.020s 0m0.004s`.
      const used = Array.from(
        answer.stdout
          .trim()
          .split('\n')
          .at(-1)
          ?.matchAll(/(\d+)m([\d.]+)s/g) ?? [],
      )
        .map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds))
        .reduce((sum, value) => sum + value, 0)
      // Two loops for two seconds: four CPU seconds without a limit, one with it.
      expect(used).toBeLessThan(1.6)
      expect(used).toBeGreaterThan(0)
      await server.post('/stop', { sandbox_id: half })
    })
  })
})
