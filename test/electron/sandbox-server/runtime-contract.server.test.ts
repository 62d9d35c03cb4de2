import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBytes, writeBytes } from '../../../electron/sandbox-server/api/isolate-files.ts'
import { collect } from '../../../electron/sandbox-server/runtime/collect.ts'
import type { Isolate, IsolatePlan, Runtime } from '../../../electron/sandbox-server/runtime/runtime.ts'
import { SessionSet } from '../../../electron/sandbox-server/session/session-set.ts'
import { backends } from './support/runtimes.ts'

/** The contract of every backend; an unavailable one is skipped with the reason. */
describe.each(backends())('the backend $name', ({ name, skip, open, image, forgets }) => {
  let data: string
  let runtime: Runtime
  let plan: IsolatePlan
  let isolate: Isolate
  let sessions: SessionSet

  beforeAll(async () => {
    if (skip) return
    data = await mkdtemp(join(tmpdir(), `orrery-contract-${name}-`))
    runtime = await open(data)
    const limits = { cpus: 1, memory: 512 * 1024 ** 2, disk: 1024 ** 3, processes: 128 }
    plan = {
      id: 'contract',
      folder: join(data, 'sandboxes/contract'),
      image,
      limits,
      network: { mode: 'own', hosts: [] },
    }
    isolate = await runtime.open(plan)
    sessions = new SessionSet()
  })
  afterAll(async () => {
    if (skip || !isolate) return
    await isolate.stop()
    await runtime.remove(plan)
    await runtime.dispose()
    await rm(data, { recursive: true, force: true })
  })

  const shell = (script: string) => collect(isolate.exec({ argv: ['/bin/sh', '-c', script] }))

  it.skipIf(skip)('names itself and says what is missing', () => {
    expect(runtime.info.name).toBe(name)
    expect(runtime.info.isolated).toBe(name !== 'process')
    for (const sentence of runtime.info.missing) expect(sentence).toMatch(/\.$/)
  })

  it.skipIf(skip)('runs a program with separate streams and its exit code', async () => {
    const { stdout, stderr, code } = await shell('echo out; echo err >&2; exit 9')
    expect([stdout.toString(), stderr.toString(), code]).toEqual(['out\n', 'err\n', 9])
  })

  it.skipIf(skip)('lets a program open its output by name', async () => {
    const { stdout, stderr } = await shell(
      'echo one > /dev/stdout; echo two | tee /dev/stderr; echo three > /dev/fd/2',
    )
    expect([stdout.toString(), stderr.toString()]).toEqual(['one\ntwo\n', 'two\nthree\n'])
  })

  it.skipIf(skip)('passes environment, directory and arguments as they are', async () => {
    const argv = ['/bin/sh', '-c', 'printf "%s|%s|%s" "$PWD" "$X" "$1"', 'sh', "a 'b'\n$c"]
    const { stdout } = await collect(isolate.exec({ argv, env: { X: 'é "1"' }, cwd: '/tmp' }))
    expect(stdout.toString()).toBe(`/tmp|é "1"|a 'b'\n$c`)
  })

  it.skipIf(skip)('reports a death by signal as a shell does', async () => {
    expect((await shell('kill -9 $$')).code).toBe(137)
  })

  it.skipIf(skip)('ends a program with everything it started in its group', async () => {
    const child = isolate.exec({ argv: ['/bin/sh', '-c', 'sleep 777 & sleep 777'] })
    await new Promise((resolve) => setTimeout(resolve, 300))
    child.kill()
    await child.exited
    const { stdout } = await shell(
      'for f in /proc/[0-9]*/cmdline; do tr "\\0" " " < $f; done 2>/dev/null | tr -d " "',
    )
    expect(stdout.toString()).not.toContain('sleep777sleep777')
  })

  it.skipIf(skip)('moves bytes in and out of files', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 31) % 256))
    await writeBytes(isolate, `${isolate.home}/new folder/x`, Readable.from([bytes]))
    const read = await readBytes(isolate, `${isolate.home}/new folder/x`)
    expect(read.bytes().equals(bytes)).toBe(true)
    await expect(readBytes(isolate, '/nope')).rejects.toThrow('No such file')
  })

  // An engine's client may add words of its own, and end with its own code, when the engine resets the connection.
  const isEngine = name === 'docker' || name === 'podman'
  it.skipIf(skip ?? isEngine)(
    'gives the words and the exit code of a program that leaves its input unread',
    async () => {
      const argv = ['/bin/sh', '-c', 'echo no room >&2; exit 3']
      for (let turn = 0; turn < 10; turn++) {
        const child = isolate.exec({ argv, stdin: true })
        child.stdin?.on('error', () => undefined).end(Buffer.alloc(2_000_000))
        const { stderr, code } = await collect(child)
        expect([stderr.toString(), code]).toEqual(['no room\n', 3])
      }
    },
  )

  const line = (command: string) => ({
    command,
    timeout: 20,
    expect: [],
    interactive: false,
    quit: false,
    raw: false,
  })

  it.skipIf(skip)('lets the user open the terminal of a session by name', async () => {
    await sessions.open(isolate, { sandbox_id: 'x', session: 'named', session_type: 'bash' })
    const answer = (await sessions.find(isolate, 'named')).run(
      line('echo one > /dev/stdout; echo two | tee /dev/stderr'),
    )
    expect((await answer).output).toBe('one\r\ntwo\r\ntwo')
    await sessions.close(isolate, 'named')
  })

  const alone =
    name === 'process' ? 'there is one user only' : process.getuid?.() !== 0 && 'only root has others inside'
  it.skipIf(skip || alone)(
    'opens a session for another user, who has its terminal and is interrupted',
    async () => {
      const request = {
        sandbox_id: 'x',
        session: 'nobody',
        session_type: 'bash',
        remote_user: 'nobody',
      } as const
      await sessions.open(isolate, request)
      const session = await sessions.find(isolate, 'nobody')
      const { output } = await session.run(
        line('id -u; echo one > /dev/stdout; echo two | tee /dev/stderr; kill -0 1'),
      )
      expect(output).toMatch(/^65534\r\none\r\ntwo\r\ntwo\r\n.*not permitted$/)
      const running = session.run(line('sleep 600'))
      await expect.poll(() => session.interrupt('INT'), { timeout: 20_000 }).toBe(true)
      expect((await running).exitCode).toBe(130)
      await sessions.close(isolate, 'nobody')
    },
  )

  it.skipIf(skip)('keeps the output of a background job out of the commands after it', async () => {
    await sessions.open(isolate, { sandbox_id: 'x', session: 'jobs', session_type: 'bash' })
    const run = async (command: string) =>
      (await (await sessions.find(isolate, 'jobs')).run(line(command))).output
    await run('while :; do echo noise; sleep 0.02; done &')
    expect(await run('sleep 0.3; test -t 1 && echo one; sleep 0.3; echo two >&2')).toBe('one\r\ntwo')
    await run('kill %%; wait')
    expect(await run('echo three')).toBe('three')
    await sessions.close(isolate, 'jobs')
  })

  it.skipIf(skip)('says that a user is unknown', async () => {
    const request = {
      sandbox_id: 'x',
      session: 'who',
      session_type: 'bash',
      remote_user: 'nobody-here',
    } as const
    await expect(sessions.open(isolate, request)).rejects.toThrow(
      /does not exist|unable to find|exit code 1|without isolation/,
    )
  })

  it.skipIf(skip)('counts what is used', async () => {
    await shell('echo used > ~/used; i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done')
    const holder = isolate.exec({ argv: ['/bin/sh', '-c', 'sleep 30'] })
    await new Promise((resolve) => setTimeout(resolve, 200))
    const usage = await isolate.usage()
    holder.kill()
    expect(usage.processes).toBeGreaterThan(0)
    expect(usage.memory).toBeGreaterThan(0)
    expect(usage.disk).toBeGreaterThan(0)
    expect(usage.outOfMemory).toBe(0)
  })

  it.skipIf(skip)('reaches a port inside, and says when nothing listens', async () => {
    await expect(isolate.connect(1)).rejects.toThrow(/refused/)
  })

  it.skipIf(skip || name === 'process' ? skip || 'nothing to hide' : false)(
    'hides the host’s files and processes',
    async () => {
      const { stdout } = await shell(
        'ls -d /proc/[0-9]* | wc -l; cat /etc/shadow; ls /work /home/* 2>/dev/null; env',
      )
      expect(Number(stdout.toString().split('\n')[0])).toBeLessThan(20)
      expect(stdout.toString()).not.toContain('ORRERY')
      expect(stdout.toString()).not.toMatch(/root:\$/)
    },
  )

  it.skipIf(skip || forgets)('keeps files over stop and start, and ends every process', async () => {
    await shell(`echo kept > ${isolate.home}/kept; (setsid sleep 888 &) ; sleep 0.1`)
    await isolate.stop()
    await isolate.closed
    expect(runningOnHost('sleep 888')).toBe(0)
    isolate = await runtime.open(plan)
    expect((await readBytes(isolate, `${isolate.home}/kept`)).bytes().toString()).toBe('kept\n')
  })
})

function runningOnHost(command: string): number {
  const { readdirSync, readFileSync } = process.getBuiltinModule('node:fs')
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() === command
    } catch {
      return false
    }
  }).length
}
