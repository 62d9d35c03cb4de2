import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { SandboxPlatform, type Session } from '../../../../electron/workbench/sandboxes/client/index.ts'
import { STATE } from '../../../../electron/workbench/sandboxes/client/plain-line.ts'
import { DocumentedPlatform } from './documented-platform.ts'

/** Time limit of every call; 85 s on real platforms. */
const LIMIT_MS = 1_500

let platform: DocumentedPlatform
let client: SandboxPlatform
beforeAll(async () => {
  platform = await DocumentedPlatform.start(LIMIT_MS)
  client = new SandboxPlatform({ baseUrl: platform.url })
})
afterAll(async () => {
  client.close()
  await platform.stop()
})

let session: Session
beforeEach(async () => {
  session = await client.openSession('any', `s-${randomUUID()}`)
})
afterEach(() => session.close().catch(() => undefined))

async function printed(command: string) {
  let output = ''
  const result = await session.run(command, { onOutput: (chunk) => (output += chunk) })
  return { exitCode: result.exitCode, cwd: result.cwd, output }
}

const ownFolders = (): string[] => readdirSync('/tmp').filter((name) => name.startsWith('.orrery-'))

describe('a command on a platform that types', () => {
  it.each([
    ['echo hi', 'hi\r\n', 0],
    ['cat <<X | tr a-z A-Z\na\tb!\nX', 'A\tB!\r\n', 0],
    ['echo "a!b"; sleep 0 &\necho c;', expect.stringMatching(/^a!b\r\n.*c\r\n$/s), 0],
    ['[[ a < b ]] && x=(1 2) && echo $((${#x[@]} + 1))', '3\r\n', 0],
    ['printf "\\033[31mred\\033[0m"', '\u001B[31mred\u001B[0m', 0],
    [': "' + 'x'.repeat(5_000) + '"; echo long', 'long\r\n', 0],
    ['if true; then', expect.stringContaining('syntax error'), 2],
    ['no-such-program', expect.stringContaining('command not found'), 127],
  ])('%.40s', async (command, output, exitCode) => {
    expect(await printed(command)).toMatchObject({ output, exitCode, cwd: process.cwd() })
  })

  it('takes one call when it is short, and leaves the session as it is', async () => {
    await printed('cd /usr && declare A=7')
    platform.calls.length = 0
    expect(await printed('echo "$A $PWD"')).toEqual({ exitCode: 0, cwd: '/usr', output: '7 /usr\r\n' })
    expect(platform.calls).toEqual(['run_in_session'])
  })

  it('takes at most half as long again as the bare call', async () => {
    const bare = { sandbox_id: 'any', session: `b-${randomUUID()}`, command: 'echo hi', check: 'silent' }
    await client.client.post('createSession', bare, z.unknown())
    const timed = async (act: () => Promise<unknown>): Promise<number> => {
      const begun = performance.now()
      await act()
      return performance.now() - begun
    }
    const times: { readonly ours: number; readonly bare: number }[] = []
    for (let round = 0; round < 15; round++) {
      times.push({
        ours: await timed(() => printed('echo hi')),
        bare: await timed(() => client.client.post('run', bare, z.unknown())),
      })
    }
    const median = (name: 'ours' | 'bare'): number =>
      times.map((one) => one[name]).toSorted((a, b) => a - b)[7] ?? 0
    expect(median('ours') / median('bare')).toBeLessThan(1.5)
  })

  it('knows the exit code of the one before', async () => {
    await printed('(exit 7)')
    expect((await printed('echo $?')).output).toBe('7\r\n')
  })

  it('returns all of a large output', async () => {
    const { output } = await printed('seq 1 200000')
    expect(output.split('\r\n').at(-2)).toBe('200000')
    expect(output.length).toBeGreaterThan(1_000_000)
  })
})

describe('a command that outlasts the platform', () => {
  it('continues, reports what it prints, and then how it ended', async () => {
    const chunks: string[] = []
    const started = performance.now()
    const result = await session.run('echo FIRST; sleep 3.5; echo LATE; cd /; false', {
      onOutput: (chunk) => chunks.push(chunk),
    })
    expect(performance.now() - started).toBeGreaterThan(3_000)
    expect(chunks.join('')).toBe('FIRST\r\nLATE\r\n')
    expect(result).toMatchObject({ exitCode: 1, cwd: '/' })
    // The answers lag behind now; the following results are correct all the same.
    expect(await printed('echo SECOND')).toMatchObject({ output: 'SECOND\r\n', exitCode: 0 })
    expect(await printed('echo THIRD; (exit 3)')).toMatchObject({ output: 'THIRD\r\n', exitCode: 3 })
  })

  it.each(['sleep 60', 'while :; do :; done', 'read never'])('can be interrupted: %s', async (command) => {
    const running = session.run(command)
    await setTimeout(LIMIT_MS + 700)
    await session.interrupt('INT')
    expect(await running).toMatchObject({ exitCode: 130 })
    expect(await printed('echo usable')).toMatchObject({ output: 'usable\r\n', exitCode: 0 })
  })

  it('reports the exit code of a shell that ended meanwhile', async () => {
    await expect(session.run('sleep 3; exit 7')).rejects.toMatchObject({ shellExitCode: 7 })
  })

  it('ends with its shell', async () => {
    const running = session.run('sleep 3; kill -9 $$')
    await expect(running).rejects.toMatchObject({ isSessionGone: true })
    await expect.poll(() => ownFolders().filter((name) => existsSync(`/tmp/${name}/1.out`))).toEqual([])
  })

  it('is ended at its own time limit', async () => {
    await expect(session.run('sleep 60', { seconds: 2.5 })).rejects.toMatchObject({ code: 'FAILED' })
    expect((await printed('echo usable')).output).toBe('usable\r\n')
  })
})

it('reports an ended shell’s output and exit code, and leaves nothing behind', async () => {
  const { output: pid } = await printed('echo $$')
  let output = ''
  const running = session.run('echo bye; exit 7', { onOutput: (chunk) => (output += chunk) })
  await expect(running).rejects.toMatchObject({ isSessionGone: true, shellExitCode: 7 })
  expect(output).toBe('bye\r\nexit\r\n')
  await expect.poll(() => ownFolders().filter((name) => name.endsWith(`-${pid.trim()}`))).toEqual([])
})

it('reports immediately that its shell dropped the line', async () => {
  const post = client.client.post.bind(client.client)
  const spy = vi.spyOn(client.client, 'post').mockImplementation((operation, body, ...rest) => {
    const line = operation === 'run' && 'command' in body ? { ...body, command: ':' } : body
    return post(operation, line, ...rest)
  })
  const begun = performance.now()
  await expect(session.run('echo never')).rejects.toMatchObject({ code: 'FAILED' })
  expect(performance.now() - begun).toBeLessThan(2_000)
  spy.mockRestore()
  expect((await printed('echo next')).output).toBe('next\r\n')
})

it.each([
  ['has ended', 'true &'],
  ['has ended and was not noticed by its parent', 'true & exec sleep 20'],
])('a shell has ended that %s', async (_, line) => {
  const parent = spawn('bash', ['-c', line.replace('&', '& echo $!;')])
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer]
  await setTimeout(300)
  const state = execFileSync('sh', ['-c', STATE, 'sh', pid.toString().trim(), '/nowhere'], {
    encoding: 'utf8',
  })
  parent.kill()
  expect(state).toBe('gone\n')
})

it('answers a program that reads', async () => {
  let output = ''
  const running = session.run('read -p "name? " name; echo "hello $name"', {
    onOutput: (chunk) => (output += chunk),
  })
  await expect.poll(() => output).toContain('name? ')
  await session.write('bo')
  await session.write('b\r')
  expect(await running).toMatchObject({ exitCode: 0 })
  expect(output).toContain('hello bob')
  expect((await printed('echo next')).output).toBe('next\r\n')
})

it('leaves nothing in the history and, once closed, nothing in /tmp', async () => {
  const { output } = await printed('echo $$')
  const own = (): boolean => ownFolders().some((name) => name.endsWith(`-${output.trim()}`))
  expect((await printed('history')).output).not.toContain('orrery')
  expect(own()).toBe(true)
  const { output: place } = await printed('cd $(mktemp -d); mkdir .orrery-0-1 .other; printf %s "$PWD"')
  expect((await client.files.list('any', place)).map(({ name }) => name)).toEqual(['.other'])
  await session.close()
  expect(own()).toBe(false)
})
