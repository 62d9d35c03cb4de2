import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killing, processesWith, STATES } from './support/processes.ts'
import { MODES, type TestServer } from './support/server.ts'
import { systemCallProgram, type WayIn } from './support/system-call.ts'

const has = (program: string): boolean => existsSync(join('/usr/bin', program))
const NEW_USER = 0x1000_0000
const EPERM = 1
const ENOSYS = 38

/** Guarantees of bubblewrap sandboxes, whichever user runs the server. */
describe.each(MODES)('a sandbox of a server run by $mode', ({ mode, skip, start }) => {
  let server: TestServer
  let id: string
  let outside: string

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
  const run = async (command: string) =>
    (await server.post('/run_in_session', { sandbox_id: id, session: 's', command, check: 'silent' })).result

  beforeAll(async () => {
    if (skip) return
    server = await start()
    id = await begin()
    outside = mkdtempSync(join(tmpdir(), 'orrery-outside-'))
    execFileSync('chmod', ['777', outside])
    await server.post('/create_session', { sandbox_id: id, session: 's' })
  })
  afterAll(async () => {
    if (skip) return
    rmSync(outside, { recursive: true, force: true })
    await server.close()
  })

  it.skipIf(skip || (mode !== 'root' && 'only root has ids to give a sandbox of its own'))(
    'has users of its own: what a neighbour takes of the kernel’s counts is not missing here',
    async () => {
      const neighbour = await begin()
      const first = async (sandbox: string) =>
        Number((await shell('cat /proc/self/uid_map', sandbox)).stdout.trim().split(/ +/)[1])
      const ranges = await Promise.all([first(id), first(neighbour)])
      expect(Math.abs((ranges[0] ?? 0) - (ranges[1] ?? 0))).toBeGreaterThanOrEqual(65_536)
      // On disk all sandboxes' files have the same owners, so that images can be shared.
      expect((await shell('stat -c "%u %n" /root /etc', neighbour)).stdout).toBe('0 /root\n0 /etc\n')
      const call = process.arch === 'x64' ? 294 : 26
      const take = `perl -e '$| = 1; $n++ while syscall(${call}, 0) >= 0; print "$n\n"; sleep 100'`
      const taken = async (sandbox: string) =>
        (
          await shell(
            `setsid ${take} > /tmp/n 2>&1 < /dev/null & until [ -s /tmp/n ]; do sleep 0.05; done; cat /tmp/n`,
            sandbox,
          )
        ).stdout
      const before = Number(await taken(neighbour))
      expect(before).toBeGreaterThan(0)
      expect(Number(await taken(id))).toBe(before)
      await shell(killing('[p]erl'))
      await server.post('/stop', { sandbox_id: neighbour })
    },
  )

  it.skipIf(skip)('does not see what waits outside for its next program', async () => {
    const seen = async () => (await shell('cat /proc/[0-9]*/cmdline | tr "\\0" " "')).stdout
    // The first starts the process that waits while the second runs.
    await seen()
    const all = await seen()
    expect(all).toContain('cat /proc')
    expect(all).not.toMatch(/ARGV|perl|nsenter/)
  })

  describe('cannot be ended from inside', () => {
    it
      .skipIf(skip)
      .each([
        'kill -9 -1',
        'kill -9 1',
        'kill -9 1 2',
        'kill -STOP 1',
        'for p in /proc/[0-9]*; do kill -9 ${p#/proc/}; done',
      ])('by %s', async (command) => {
      await shell(command)
      expect((await shell('echo alive')).stdout).toBe('alive\n')
      const status = await server.get('/get_status', { sandbox_id: id })
      expect(status.result).toMatchObject({ state: 'running', is_alive: true, notices: [] })
      await server.post('/close_session', { sandbox_id: id, session: 's' })
      await server.post('/create_session', { sandbox_id: id, session: 's' })
    })
    it
      .skipIf(skip)
      .each(['cat /proc/1/environ', 'ls /proc/1/root/', 'ls -l /proc/1/fd/', 'head -c 1 /proc/1/mem'])(
      'through its first process: %s',
      async (command) => expect((await shell(command)).exit_code).not.toBe(0),
    )
    it.skipIf(skip || (!has('strace') && 'strace is not installed'))(
      'by tracing its first process',
      async () => {
        expect((await shell('timeout 5 strace -p 1')).stderr).toContain('Operation not permitted')
      },
    )
    it.skipIf(skip)('and its orphans do not stay as zombies', async () => {
      await shell('for n in 1 2 3 4 5; do (sleep 0.1 &); done; sleep 0.5')
      const { stdout } = await shell(STATES)
      expect(stdout).toContain('S (bash)')
      expect(stdout.split('\n').filter((line) => /^Z.*sleep/.test(line))).toEqual([])
    })
  })

  describe('enters the kernel through a filter', () => {
    const noX64 = process.arch !== 'x64' && 'the programs are of x86-64'
    it.skipIf(skip).each<[string, (command: string) => Promise<string>]>([
      ['execute', async (command) => (await shell(command)).stdout],
      ['a session', async (command) => String((await run(command)).output)],
    ])('in %s', async (_way, ask) => {
      expect(await ask('grep Seccomp: /proc/self/status')).toMatch(/Seccomp:\s*2/)
    })
    it.skipIf(skip)('in every process', async () => {
      const { stdout } = await shell('cat /proc/[0-9]*/status | grep Seccomp:')
      expect(new Set(stdout.trim().split('\n'))).toEqual(new Set(['Seccomp:\t2']))
    })

    it.skipIf(skip || noX64).each<[string, WayIn, number, number[], number]>([
      ['keyctl', 'x86-64', 250, [0, 0xffff_fffd], EPERM],
      ['add_key', 'x86-64', 248, [], EPERM],
      ['request_key', 'x86-64', 249, [], EPERM],
      ['bpf', 'x86-64', 321, [], EPERM],
      ['perf_event_open', 'x86-64', 298, [], EPERM],
      ['userfaultfd', 'x86-64', 323, [1], EPERM],
      ['kexec_load', 'x86-64', 246, [], EPERM],
      ['kexec_file_load', 'x86-64', 320, [], EPERM],
      ['io_uring_setup', 'x86-64', 425, [8], ENOSYS],
      ['io_uring_enter', 'x86-64', 426, [], ENOSYS],
      ['io_uring_register', 'x86-64', 427, [], ENOSYS],
      ['clone3', 'x86-64', 435, [], ENOSYS],
      ['clone of a user namespace', 'x86-64', 56, [NEW_USER + 17], EPERM],
      ['clone of a process', 'x86-64', 56, [17], 0],
      ['unshare of a user namespace', 'x86-64', 272, [NEW_USER], EPERM],
      ['unshare of the file table', 'x86-64', 272, [0x400], 0],
      ['ioctl TIOCSTI', 'x86-64', 16, [0, 0x5412], EPERM],
      ['ioctl TIOCLINUX', 'x86-64', 16, [0, 0x541c], EPERM],
      ['x32 keyctl', 'x32', 250, [0, 0xffff_fffd], ENOSYS],
      ['x32 ioctl TIOCSTI', 'x32', 514, [0, 0x5412], ENOSYS],
      ['i386 keyctl', 'i386', 288, [0, 0xffff_fffd], EPERM],
      ['i386 add_key', 'i386', 286, [], EPERM],
      ['i386 io_uring_setup', 'i386', 425, [8], ENOSYS],
      ['i386 bpf', 'i386', 357, [], EPERM],
      ['i386 clone of a user namespace', 'i386', 120, [NEW_USER + 17], EPERM],
      ['i386 unshare of a user namespace', 'i386', 310, [NEW_USER], EPERM],
      ['i386 ioctl TIOCSTI', 'i386', 54, [0, 0x5412], EPERM],
      ['i386 getpid', 'i386', 20, [], 0],
    ])('%s', async (_name, way, number, args, expected) => {
      const program = systemCallProgram(way, number, args).toString('base64')
      const command = `echo ${program} | base64 -d > /tmp/call; chmod +x /tmp/call; exec /tmp/call`
      expect((await shell(command)).exit_code).toBe(expected)
    })

    it.skipIf(skip)('sees no keys of the machine', async () => {
      // If an ordinary user runs the server, they would list that user's keys, because the uid inside is the same.
      expect((await shell('cat /proc/keys /proc/key-users /dev/.orrery/proc/key*')).stdout).toBe('')
    })
    it.skipIf(skip)('makes no user namespace', async () => {
      expect((await shell('unshare -U true')).exit_code).not.toBe(0)
    })
    it.skipIf(skip || (!has('strace') && 'strace is not installed'))(
      'and strace goes on working',
      async () => {
        expect((await shell('strace -f -c -o /dev/null sh -c "ls / | cat"')).exit_code).toBe(0)
      },
    )
    it.skipIf(skip || (!has('gdb') && 'gdb is not installed'))('and gdb goes on working', async () => {
      const { stdout } = await shell(
        'gdb -q -batch -ex "break execve" -ex run -ex bt --args /bin/true; gdb -q -batch -ex run /bin/true',
      )
      expect(stdout).toContain('exited normally')
    })
  })

  describe('gives nothing to mount on', () => {
    it.skipIf(skip).each(['/run', '/root', '/dev', '/proc', '/run/orrery'])(
      '%s can be neither moved nor removed',
      async (path) => {
        expect((await shell(`mv ${path} /moved`)).exit_code).not.toBe(0)
        await shell(`rm -rf ${path} 2>/dev/null; rmdir ${path}; ln -sfn /oldroot${outside} ${path}`)
        expect((await shell(`test -d ${path} && ! test -L ${path}; echo $?`)).stdout).toBe('0\n')
        expect(readdirSync(outside)).toEqual([])
      },
    )
    it.skipIf(skip)('and /dev holds no files', async () => {
      expect((await shell('head -c 1000000 /dev/zero > /dev/fill')).exit_code).not.toBe(0)
      expect(
        (await shell('echo x > /dev/null && head -c 3 /dev/zero | wc -c; echo y > /dev/shm/y')).stdout,
      ).toBe('3\n')
    })
  })

  describe('after any change inside', () => {
    const deep =
      'd=/root/deep; for n in $(seq 60); do d=$d/$(printf %0100d $n); done; mkdir -p "$d" 2>/dev/null; cd /root; for n in $(seq 60); do mkdir -p x/$(printf %0200d $n); cd x/$(printf %0200d $n); done'
    const changes: [string, string][] = [
      ['nothing', ':'],
      ['a file of its image removed', 'rm -f /etc/hosts'],
      ['a folder of its image moved', 'mv /etc/skel /root/moved'],
      ['a folder of its image replaced', 'rm -rf /etc/ssl; mkdir /etc/ssl'],
      ['everything closed', 'mkdir -p /root/a/b; echo x > /root/a/b/c; chmod -R 000 /root /etc /home'],
      ['its root closed', 'chmod 000 /'],
      [
        'links out of everywhere',
        'ln -s / /root/r; ln -s ../../../../etc /root/e; ln -s /root/loop /root/loop',
      ],
      [
        'pipes, sockets and odd names',
        "mkfifo /root/p; touch /root/$'a\\nb' /root/-rf /root/$'\\xff'; ln /root/-rf /root/hard",
      ],
    ]
    it.skipIf(skip).each(changes)(
      'it stops, restarts, commits and is deleted: %s',
      async (_what, command) => {
        const sandbox = await begin({ auto_delete_seconds: 600 })
        await shell(`${command}; true`, sandbox)
        await server.post('/commit', { sandbox_id: sandbox, image_tag: `change/${sandbox}:1` })
        const commit = async () => (await server.get(`/commit/${sandbox}`)).result
        await expect.poll(async () => (await commit()).phase, { timeout: 20_000 }).not.toBe('RUNNING')
        expect(await commit()).toMatchObject({ phase: 'SUCCEEDED' })
        expect(await server.post('/stop', { sandbox_id: sandbox })).toMatchObject({ status: 'Success' })
        expect(await server.post('/restart', { sandbox_id: sandbox })).toMatchObject({ status: 'Success' })
        const state = async () =>
          (await server.get('/get_status', { sandbox_id: sandbox })).result.state as string
        await expect.poll(state, { timeout: 20_000 }).toBe('running')
        await server.post('/stop', { sandbox_id: sandbox })
        expect(await server.post('/delete', { sandbox_id: sandbox })).toMatchObject({ status: 'Success' })
        expect(readdirSync(join(server.data, 'sandboxes'))).not.toContain(sandbox)
        const copy = await server.post('/start', { image: `change/${sandbox}:1` })
        expect(copy.status).toBe('Success')
        await server.post('/stop', { sandbox_id: copy.result.sandbox_id })
        await server.post('/delete', { sandbox_id: copy.result.sandbox_id })
        expect(await server.post('/images/delete', { reference: `change/${sandbox}:1` })).toMatchObject({
          status: 'Success',
        })
      },
    )
    it.skipIf(skip)('it is deleted whatever its depth', async () => {
      const sandbox = await begin({ auto_delete_seconds: 600 })
      await shell(deep, sandbox)
      await server.post('/stop', { sandbox_id: sandbox })
      expect(await server.post('/delete', { sandbox_id: sandbox })).toMatchObject({ status: 'Success' })
      expect(readdirSync(join(server.data, 'sandboxes'))).not.toContain(sandbox)
    })
    it.skipIf(skip)('a commit includes the contents of inaccessible folders', async () => {
      const sandbox = await begin()
      await shell('mkdir -p /srv/a; echo kept > /srv/a/b; chmod 000 /srv/a', sandbox)
      await server.post('/commit', { sandbox_id: sandbox, image_tag: 'closed:1' })
      await expect.poll(async () => (await server.get(`/commit/${sandbox}`)).result.phase).toBe('SUCCEEDED')
      const copy = await begin({ image: 'closed:1' })
      expect((await shell('cat /srv/a/b', copy)).stdout).toBe('kept\n')
      for (const each of [sandbox, copy]) await server.post('/stop', { sandbox_id: each })
    })
  })

  it.skipIf(skip)('that is gone says so, and nothing of this machine', async () => {
    const sandbox = await begin()
    // The host name is an argument of the keeper process.
    const [keeper = expect.unreachable()] = processesWith(` ${sandbox.slice(0, 12)} `)
    process.kill(keeper, 'SIGKILL')
    const { error, result } = await server.post('/execute', { sandbox_id: sandbox, command: ['true'] })
    expect(`${error} ${result?.stderr ?? ''}`).not.toMatch(/nsenter|\/proc\/|cgroup/)
    const told = async () => (await server.get('/get_status', { sandbox_id: sandbox })).error
    await expect.poll(told).toMatch(/not found.*ended by itself/)
  })
})
