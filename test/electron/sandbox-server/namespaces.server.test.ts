import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOOPBACK_UP } from '../../../electron/sandbox-server/runtime/namespaces/way.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { STATES } from './support/processes.ts'
import { backends } from './support/runtimes.ts'
import { startServer, type TestServer } from './support/server.ts'

const { skip } = backends().find(({ name }) => name === 'namespaces') ?? expect.unreachable()

const noNetwork =
  spawnSync('unshare', ['--map-root-user', '--net', 'true']).status !== 0 &&
  'this machine forbids networks of one’s own'

/** A machine has at least one of these, so each is tested separately. */
describe.skipIf(noNetwork)('the loopback of a new network', () => {
  it.each(Object.entries(LOOPBACK_UP))('is brought up by %s where that is here', (program, command) => {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) return
    const up = `${command} && grep -q "^00000000000000000000000000000001" /proc/net/if_inet6`
    const { status, stderr } = spawnSync('unshare', ['--map-root-user', '--net', 'sh', '-c', up])
    expect(status, String(stderr)).toBe(0)
  })
})

/** Only for sandboxes made with util-linux alone; the contract, escape and modes suites cover every backend. */
describe.skipIf(skip)('a sandbox made with util-linux alone', () => {
  let server: TestServer
  let id: string
  const start = async () => (await server.post('/start', { image: 'local' })).result.sandbox_id as string
  const shell = async (command: string, sandbox = id) =>
    (await server.post('/execute', { sandbox_id: sandbox, command: ['/bin/sh', '-c', command] })).result

  beforeAll(async () => {
    server = await startServer(['--runtime', 'namespaces'])
    id = await start()
  })
  afterAll(() => server.close())

  it('loads nothing of the sandbox’s before the privileges are gone', async () => {
    const own = await start()
    await shell('echo /root/no.so > /etc/ld.so.preload', own)
    const { result } = await server.post('/execute', { sandbox_id: own, command: ['/usr/bin/true'] })
    // The linker complains once per program that reads the file: the shell, its `cat` and the program, all without privileges.
    expect(result.stderr.match(/ld\.so\.preload/g)).toHaveLength(3)
    await shell('rm /etc/ld.so.preload; mv /lib64 /gone 2>/dev/null; rm -f /lib64', own)
    const answer = await server.post('/execute', { sandbox_id: own, command: ['/usr/bin/true'] })
    expect(JSON.stringify(answer)).toContain('chroot: failed to run command')
  })

  it('survives its first processes being killed, and leaves no zombies', async () => {
    await shell('for n in 1 2 3 4 5; do kill -9 1 2 3; (sleep 0.1 &); done; sleep 0.3')
    expect((await shell(`echo alive; ${STATES}`)).stdout).toMatch(/^alive\n[RS] /)
    expect((await shell(STATES)).stdout).not.toMatch(/^Z/m)
  })

  it.each([
    ['a user namespace', 'unshare -U true'],
    ['a mount namespace', 'unshare -m true'],
  ])('has no way to %s', async (_what, command) => {
    expect((await shell(command)).exit_code).not.toBe(0)
  })

  it('is filtered', async () => {
    expect((await shell('grep Seccomp: /proc/self/status')).stdout).toBe('Seccomp:\t2\n')
    expect(server.stderr()).not.toContain('No system call filter')
  })

  it('names every variable, also those that no shell can', async () => {
    const env = { 'a.b-c': '1 2', PLAIN: "it's", EMPTY: '' }
    const { result } = await server.post('/execute', { sandbox_id: id, command: ['env'], env })
    expect(result.stdout.split('\n')).toEqual(expect.arrayContaining(['a.b-c=1 2', "PLAIN=it's", 'EMPTY=']))
    expect(result.stdout).not.toMatch(/^(?:fd|OLDPWD|VIEW)=/m)
  })

  it.each([
    [{ command: ['/no/such'] }, /no\/such.*could not be started: .*not found/],
    [{ command: ['true'], cwd: '/nope' }, /could not be started: \/nope: No such file/],
  ])('says that %j cannot be started', async (request, reason) => {
    expect((await server.post('/execute', { sandbox_id: id, ...request })).error).toMatch(reason)
  })

  it('keeps everybody out of the processes that enter', async () => {
    // Inspects entering processes as often as possible: their root and memory must never be the host's.
    const spy =
      'end=$(($(date +%s) + 4)); while [ $(date +%s) -lt $end ]; do for p in /proc/[0-9]*; do [ -e $p/root/etc/shadow- ] || [ -e $p/root/.dockerenv ] || [ -d $p/root/boot ] && echo "seen $p"; done; done 2>/dev/null'
    const watching = shell(spy)
    for (let n = 0; n < 40; n++) await server.post('/execute', { sandbox_id: id, command: ['true'] })
    expect((await watching).stdout).toBe('')
  })

  it('says which images need more than that', async () => {
    const folder = await temporaryFolder()
    const archive = join(folder, 'small.tar')
    spawnSync('tar', ['-cf', archive, '-C', '/etc', 'hostname'])
    const form = new FormData()
    form.set('image_tag', 'small:1')
    form.set('file', new Blob([new Uint8Array(readFileSync(archive))]), 'small.tar')
    const response = await fetch(`${server.base}/images/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}` },
      body: form,
    })
    expect(await response.text()).toContain('need bubblewrap or a container engine')
  })
})
