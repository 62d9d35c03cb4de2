import { execFileSync, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ProcessRuntime } from '../../../electron/sandbox-server/runtime/process-runtime.ts'
import type { Isolate, Terminal } from '../../../electron/sandbox-server/runtime/runtime.ts'
import { ReportChannel, type ShellReport } from '../../../electron/sandbox-server/session/report-channel.ts'
import {
  END_MARK,
  ShellKey,
  SYNTAX_ERROR,
  UNMARKED,
} from '../../../electron/sandbox-server/session/shell-key.ts'
import { Session } from '../../../electron/sandbox-server/session/session.ts'
import { readingEnd } from '../../../electron/sandbox-server/session/shell-folder.ts'
import { sharedFolder } from '../../temporary-folder.ts'

/** What is between a real shell's terminal and the server: nothing, a slow reader, or data loss. */
interface Line {
  /** While set, bytes are held back. */
  held: boolean
  /** Transforms what passes. */
  pass: (bytes: Buffer) => Buffer
  readonly typed: string[]
  release(): void
}

function delayed(terminal: Terminal): { terminal: Terminal; line: Line } {
  const waiting: Buffer[] = []
  let listener: (bytes: Buffer) => void = () => undefined
  const line: Line = {
    held: false,
    pass: (bytes) => bytes,
    typed: [],
    release: () => {
      line.held = false
      for (const bytes of waiting.splice(0)) listener(line.pass(bytes))
    },
  }
  terminal.onData((bytes) => (line.held ? void waiting.push(bytes) : listener(line.pass(bytes))))
  return {
    line,
    terminal: {
      ...terminal,
      onData: (given) => void (listener = given),
      write: (data) => {
        line.typed.push(data)
        terminal.write(data)
      },
    },
  }
}

const data = sharedFolder()
let isolate: Isolate
let session: Session
let line: Line

beforeAll(async () => {
  isolate = await new ProcessRuntime(data).open({
    id: 'delays',
    folder: join(data, 'delays'),
    image: { kind: 'local', layers: [], reference: 'local', env: {} },
    limits: { cpus: 1, memory: 1, disk: 1, processes: 1 },
    network: { mode: 'own', hosts: [] },
  })
})
afterAll(() => isolate.stop())

beforeEach(async ({ task }) => {
  const slow: Isolate = {
    ...isolate,
    home: isolate.home,
    control: isolate.control,
    exec: (spec) => isolate.exec(spec),
    openTerminal: (spec) => {
      const made = delayed(isolate.openTerminal(spec))
      line = made.line
      return made.terminal
    },
  }
  const options = {
    key: task.id,
    sources: [],
    env: {},
    cwd: undefined,
    user: undefined,
    rows: 24,
    cols: 80,
  }
  session = (await Session.open('s', slow, options, 30)).session
})
afterEach(async () => {
  session.close()
  await session.closed
})

const run = (command: string, timeout?: number) =>
  session.run({ command, timeout, expect: [], interactive: false, quit: false, raw: false })
const asked = () => line.typed.filter((text) => text.includes('/mark')).length

const key = new ShellKey()
/** A run's report as a shell writes it; `signedAs` is the value that is signed. */
const report = (run: number, told: string, cwd: string, signedAs: number, by = key): string =>
  `${run}:${by.sign(run, signedAs)}\0${told}\0${cwd}\0`

describe('reports', () => {
  it.each([
    [report(7, '3', '/tmp', 3), { run: 7, outcome: { exitCode: 3 }, cwd: '/tmp' }, {}],
    [
      report(7, '3!', '/tmp', 3 + UNMARKED),
      { run: 7, outcome: { exitCode: 3 }, cwd: '/tmp', marked: false },
      { marked: false },
    ],
    [report(7, '3&0,2,', '/tmp', 3), { run: 7, outcome: { exitCode: 3 }, cwd: '/tmp' }, { held: [0, 2] }],
    [
      report(7, '3&0,t', '/tmp', 3),
      { run: 7, outcome: { exitCode: 3 }, cwd: '/tmp' },
      { held: [0], isAstray: true },
    ],
    [
      report(8, 'syntax:bad!&0', '/', SYNTAX_ERROR),
      { run: 8, outcome: { syntaxError: 'bad!&0' }, cwd: '/' },
      undefined,
    ],
  ])('%j', async (written, expected, left) => {
    const outputs = left && { marked: true, held: [], isAstray: false, ...left }
    expect(await read(written)).toEqual([{ kind: 'ended', marked: true, left: outputs, ...expected }])
  })

  it.each([
    ['that nobody signed', '7\x000\0/\0'],
    ['with a signature of zeros', `7:${'0'.repeat(16)}\x000\0/\0`],
    ['of another key', report(7, '0', '/', 0, new ShellKey())],
    ['of another run', `8:${key.sign(7, 0)}\x000\0/\0`],
    ['with another exit code than was signed', report(7, '0', '/', 1)],
    ['with the end mark’s signature', report(7, '0', '/', END_MARK)],
    ['that says the mark was written where it was not', report(7, '3', '/', 3 + UNMARKED)],
    ['that calls a run a syntax error', report(7, 'syntax:x', '/', 0)],
    ['of a shell that nobody started', report(7, 'pid 1', '/', 0)],
    ['with a code that is none', `7:${key.sign(7, 0)}\x000x\0/\0`.replace('0x', '-1')],
    ['that is nothing', '\0\0\0 \0\0\0'],
  ])('%s count for nothing', async (_what, written) => {
    // The report after it proves that it was read.
    expect(await read(written + report(9, '0', '/', 0))).toMatchObject([{ run: 9 }])
  })
})

/** The reports that a channel parses from what was written to its FIFO. */
async function read(written: string): Promise<ShellReport[]> {
  const path = join(data, `fifo-${Math.random()}`)
  execFileSync('mkfifo', [path])
  const seen: ShellReport[] = []
  const channel = new ReportChannel(
    readingEnd(path),
    () => key,
    (one) => seen.push(one),
  )
  await writeFile(path, written)
  await expect.poll(() => seen.length, { timeout: 5_000 }).toBeGreaterThan(0)
  channel.close()
  return seen
}

describe('a flood of reports', () => {
  it('leaves time for others', async () => {
    const path = join(data, 'flooded')
    execFileSync('mkfifo', [path])
    const seen: unknown[] = []
    const channel = new ReportChannel(
      readingEnd(path),
      () => key,
      (one) => seen.push(one),
    )
    const flood = spawn('/bin/sh', ['-c', 'exec cat /dev/zero > "$1"', 'sh', path])
    const before = process.cpuUsage()
    await setTimeout(1_000)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(700)
    flood.kill('SIGKILL')
    expect(seen).toEqual([])
    channel.close()
  })
})

describe('the terminal and the report reach the server at different times', () => {
  it('a report long before the output ends no command', async () => {
    line.held = true
    const answer = run('echo from the first')
    await expect.poll(asked, { timeout: 10_000 }).toBeGreaterThan(1)
    line.release()
    expect(await answer).toMatchObject({ output: 'from the first', exitCode: 0 })
    expect(await run('echo "$?"; (exit 5)')).toMatchObject({ output: '0', exitCode: 5 })
    expect(await run('echo "$?"')).toMatchObject({ output: '5' })
  })

  it('an end mark that the terminal lost is written again', async () => {
    let lost = 0
    line.pass = (bytes) => {
      const text = bytes.toString('latin1')
      const cut = lost === 0 ? text.replace(/\x1b\]6973;[0-9a-f]{32}E\x07/, () => ((lost += 1), '')) : text
      return Buffer.from(cut, 'latin1')
    }
    expect(await run('echo whole; (exit 4)')).toMatchObject({ output: 'whole', exitCode: 4 })
    expect(lost).toBe(1)
    expect(await run('echo "$?"')).toMatchObject({ output: '4' })
  })

  it('marks that came twice belong to nobody', async () => {
    line.held = true
    const answer = run('echo once')
    await expect.poll(asked, { timeout: 10_000 }).toBeGreaterThan(1)
    line.release()
    await answer
    for (let n = 0; n < 5; n++) expect(await run(`echo ${n}`)).toMatchObject({ output: String(n) })
  })

  it('output that is ready at the timeout counts', async () => {
    const answer = run('echo in time', 0.3)
    const until = performance.now() + 900
    // Blocks this process, so that both the timer and the answer are due afterwards.
    await setImmediate()
    while (performance.now() < until);
    expect(await answer).toMatchObject({ output: 'in time', exitCode: 0 })
  })
})
