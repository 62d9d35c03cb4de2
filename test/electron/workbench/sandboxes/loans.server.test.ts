import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { LendInput, Loan } from '#shared/workbench/areas/loans.ts'
import { Documents } from '../../../../electron/workbench/documents/documents.ts'
import { SandboxPlatform } from '../../../../electron/workbench/sandboxes/client/index.ts'
import { Loans } from '../../../../electron/workbench/sandboxes/loans/loans.ts'
import type { Platforms } from '../../../../electron/workbench/sandboxes/platforms.ts'
import { sandboxCalls } from '../../../../electron/workbench/sandboxes/sandbox-calls.ts'
import { Uploads } from '../../../../electron/workbench/sandboxes/uploads.ts'
import { startServer, type TestServer } from '../../sandbox-server/support/server.ts'
import { type GitHost, startGitHost } from './git-host.ts'

const TOKEN = 'ghp_0123456789abcdefghij'

let server: TestServer
let host: GitHost
let folder: string
const opened: (() => Promise<void>)[] = []

beforeAll(async () => {
  server = await startServer()
  host = await startGitHost(TOKEN)
  folder = await mkdtemp(join(tmpdir(), 'orrery-loans-'))
})
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})
afterAll(async () => {
  await host.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const call = () => ({ signal: new AbortController().signal, report: () => undefined }) as never

/** A workbench's calls, and the events sent to its windows; `end` simulates a kill. */
async function workbench(client: SandboxPlatform = server.platform) {
  const documents = new Documents(
    join(folder, 'documents'),
    join(folder, 'journal'),
    () => undefined,
    () => undefined,
  )
  await documents.recover()
  const told: Loan[][] = []
  const platforms = {
    use: (_id: string, _signal: unknown, act: (one: unknown) => unknown) => act(client),
  } as unknown as Platforms
  const emit = ((name: string, payload: Loan[]) => {
    if (name === 'sandboxes.loansChanged') told.push(payload)
  }) as never
  const loans = new Loans({
    platforms,
    documents,
    emit,
    secret: (name) => Promise.resolve(name === 'token' ? TOKEN : undefined),
  })
  await loans.load()
  let open = true
  const end = async (): Promise<void> => {
    if (!open) return
    open = false
    loans.dispose()
    await documents.dispose()
  }
  opened.push(end)
  const calls = sandboxCalls({
    platforms,
    loans,
    downloads: {} as never,
    uploads: new Uploads(),
    emit: () => undefined,
    noteSandboxes: (all) => loans.noteSandboxes(all),
  })
  return { calls, told, end }
}

const sandbox = (): Promise<string> => server.platform.start({ image: 'local', network: 'shared' })

const loan = (sandboxId: string, more: Partial<LendInput> = {}): LendInput => ({
  platform: 'p',
  sandboxId,
  host: host.url,
  kind: 'token',
  secret: 'token',
  minutes: 15,
  ...more,
})

const shell = async (id: string, script: string) => server.platform.execute(id, ['sh', '-c', script])

/** Clones the private repository without prompts; returns whether it worked. */
async function clones(id: string): Promise<boolean> {
  const script = `cd; rm -rf private; GIT_TERMINAL_PROMPT=0 git clone -q ${host.url}/private.git && cat private/inside.txt`
  const { stdout, stderr } = await shell(id, script)
  if (stdout === '') expect(stderr).toMatch(/could not read Username|Authentication failed/)
  return stdout === 'what only some may read\n'
}

/** What is left of loans in a sandbox. */
const remains = async (id: string): Promise<string> =>
  (
    await shell(
      id,
      'cd; ls -d /dev/shm/orrery-* 2>/dev/null; cat .gitconfig 2>/dev/null; ls -A | grep orrery',
    )
  ).stdout

const ABSENT = { follow: '/absent', listAll: '/absent', upload: '/absent', download: '/absent' }

it.each([
  ['with our extensions', () => server.platform],
  [
    'with plain REST only',
    () => new SandboxPlatform({ baseUrl: `${server.url}/`, token: server.token, paths: ABSENT }),
  ],
])(
  'git clones a private repository while a token is lent, and neither before nor after, %s',
  async (_, client) => {
    const { calls, told } = await workbench(client())
    const id = await sandbox()
    expect(await clones(id)).toBe(false)
    // Existing settings in the same file are preserved.
    await shell(id, 'cd; git config --global user.name "A B"; git config --global credential.helper store')
    const before = await remains(id)

    const lent = await calls.lend(loan(id), call())
    expect(await clones(id)).toBe(true)
    expect(lent.until).toBeGreaterThan(Date.now())
    expect(await calls.loans({}, call())).toEqual([lent])
    expect(told.at(-1)).toEqual([lent])
    // Only its owner can read it, it is in no process's arguments or variables, and no credential helper stored it.
    const { stdout: seen } = await shell(
      id,
      'cd; stat -c %a /dev/shm/orrery-lent-*/secret; cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ .gitconfig .git-credentials 2>/dev/null; grep -r ghp_ . /tmp',
    )
    expect(seen.split('\n')[0]).toBe('600')
    expect(seen).not.toContain(TOKEN)
    expect(JSON.stringify(told)).not.toContain(TOKEN)

    await calls.takeBack({ id: lent.id }, call())
    expect(await clones(id)).toBe(false)
    expect(await remains(id)).toBe(before)
    expect(await calls.loans({}, call())).toEqual([])
    expect((await shell(id, 'ps -e -o args 2>/dev/null | grep -c "[s]leep 900"')).stdout.trim()).toBe('0')
    await server.platform.stop(id)
  },
)

it('leaves what git wrote below its line, and is for one host alone', async () => {
  const { calls } = await workbench()
  const id = await sandbox()
  const lent = await calls.lend(loan(id, { host: 'git.example.com' }), call())
  expect(await clones(id)).toBe(false)
  const filled =
    'printf "protocol=https\\nhost=%s\\n\\n" git.example.com | GIT_TERMINAL_PROMPT=0 git credential fill'
  expect((await shell(id, filled)).stdout).toContain(`password=${TOKEN}`)
  await shell(id, 'cd; git config --global --add include.path other')
  await calls.takeBack({ id: lent.id }, call())
  expect((await shell(id, 'git config --global --get-all include.path')).stdout).toBe('other\n')
  await server.platform.stop(id)
})

it('ends once the workbench has gone', async () => {
  const { calls, end } = await workbench()
  const id = await sandbox()
  await calls.lend(loan(id, { minutes: 3 / 60 }), call())
  await end()
  expect(await clones(id)).toBe(true)
  await expect.poll(() => remains(id)).toBe('')
  // The next workbench knows that nothing is lent any more.
  const next = await workbench()
  await expect.poll(() => next.calls.loans({}, call())).toEqual([])
  await server.platform.stop(id)
})

it('an image and a fork have nothing of it, and a stop takes it back', async () => {
  const { calls } = await workbench()
  const id = await sandbox()
  await calls.lend(loan(id), call())
  await calls.commit({ platform: 'p', sandboxId: id, imageTag: 'lent:1' }, call())
  expect(await calls.loans({}, call())).toEqual([])
  const copy = await server.platform.start({ image: 'lent:1', network: 'shared' })
  expect(await remains(copy)).toBe('')
  expect((await shell(copy, 'grep -rl ghp_ "$HOME" /tmp /dev/shm /etc 2>/dev/null')).stdout).toBe('')
  await server.platform.stop(copy)

  await calls.lend(loan(id), call())
  await calls.fork({ platform: 'p', sandboxId: id, count: 1, name: 'copy', imageTag: 'lent:2' }, call())
  expect(await remains(id)).toBe('')

  await calls.lend(loan(id), call())
  await calls.stop({ platform: 'p', sandboxId: id }, call())
  expect(await calls.loans({}, call())).toEqual([])
  await server.platform.restart(id)
  await server.platform.whenAlive(id)
  expect(await remains(id)).toBe('')
  for (const one of await server.platform.list())
    if (one.state === 'running') await server.platform.stop(one.sandbox_id ?? '')
})

it('an SSH key opens one host, and leaves the others to the user’s configuration', async () => {
  const { calls } = await workbench()
  const id = await sandbox()
  const lent = await calls.lend(loan(id, { kind: 'ssh', host: 'github.com' }), call())
  const { stdout: command } = await shell(id, 'git config --global --includes core.sshCommand')
  expect(command).toBe(`ssh -F /dev/shm/orrery-lent-${lent.id}/ssh\n`)
  const { stdout: files, exit_code: code } = await shell(
    id,
    `command -v ssh >/dev/null || exit 0; for h in github.com gitlab.com; do ${command.trim()} -G $h | grep -c orrery-lent; done; true`,
  )
  expect(code).toBe(0)
  if (files !== '') expect(files).toBe('1\n0\n')
  expect((await shell(id, `cat /dev/shm/orrery-lent-${lent.id}/secret`)).stdout).toBe(`${TOKEN}\n`)
  await server.platform.stop(id)
})

it('says what is missing: the secret, or a folder in memory', async () => {
  const { calls } = await workbench()
  const id = await sandbox()
  await expect(calls.lend(loan(id, { secret: 'other' }), call())).rejects.toMatchObject({
    code: 'LEND_NO_SECRET',
  })
  // Simulates a platform whose file writes go elsewhere than its programs look: no key is sent.
  const sent: string[] = []
  const elsewhere = new Proxy(server.platform, {
    get: (target, name) =>
      name === 'files'
        ? { writeText: (_id: string, _path: string, text: string) => Promise.resolve(void sent.push(text)) }
        : typeof target[name as never] === 'function'
          ? (target[name as never] as () => unknown).bind(target)
          : target[name as never],
  })
  const other = await workbench(elsewhere)
  await expect(other.calls.lend(loan(id), call())).rejects.toMatchObject({ code: 'LEND_NO_MEMORY' })
  expect(sent).toEqual(['probe\n'])
  expect(await remains(id)).toBe('')
  await server.platform.stop(id)
})
