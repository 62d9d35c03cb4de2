import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Isolate } from '../../../electron/sandbox-server/runtime/runtime.ts'
import { parseSavedSession, shellState } from '../../../electron/sandbox-server/session/saved-session.ts'
import {
  END_MARK,
  ShellKey,
  STARTED,
  SYNTAX_ERROR,
} from '../../../electron/sandbox-server/session/shell-key.ts'

const key = new ShellKey()
const nonce = 'ab'.repeat(16)
const command = (run: number) => `{ remember; __orrery_begin ${run} ${nonce}; } 2>/dev/null\necho\n`
const report = (run: number, what: number, text: string) => `${run}:${key.sign(run, what)}\0${text}\0/tmp\0`

/** An isolate whose only program prints the two files of a shell. */
function showing(text: string): Isolate {
  const stdout = new PassThrough()
  stdout.end(text)
  const stderr = new PassThrough()
  stderr.end()
  const child = { stdin: null, stdout, stderr, exited: Promise.resolve({ code: 0 }), kill: () => undefined }
  return { exec: () => child } as unknown as Isolate
}

describe('the last command of a shell', () => {
  it.each([
    [
      'has ended',
      command(3),
      report(3, 7, '7'),
      { run: 3, ended: { outcome: { exitCode: 7 }, cwd: '/tmp' } },
    ],
    [
      'was no Bash',
      command(3),
      report(3, SYNTAX_ERROR, 'syntax:no'),
      { run: 3, ended: { outcome: { syntaxError: 'no' } } },
    ],
    ['runs, as the report is of the one before', command(3), report(2, 0, '0'), { run: 3, ended: undefined }],
    ['runs, as nothing was reported', command(1), '', { run: 1, ended: undefined }],
    [
      'runs, as the report is forged',
      command(3),
      `3:${'0'.repeat(16)}\x000\0/tmp\0`,
      { run: 3, ended: undefined },
    ],
    ['runs, as an end mark is no report', command(3), report(3, END_MARK, '0'), { run: 3, ended: undefined }],
    ['runs, as the report is cut', command(3), report(3, 0, '0').slice(0, -1), { run: 3, ended: undefined }],
    ['was its start', '', report(0, 0, '0'), { run: 0, ended: { cwd: '/tmp' } }],
    ['is its start', '', report(0, STARTED, 'pid 5'), { run: 0, ended: undefined }],
  ])('%s', async (_, file, last, expected) => {
    expect(await shellState(showing(`${file}\0${last}`), '/run', key.line)).toMatchObject(expected)
  })
})

describe('what is stored of a session', () => {
  const kept = { key: 's-1', secret: key.line, pid: 7, created: 1 }

  it('is parsed as written, including its key', () => {
    expect(parseSavedSession(JSON.stringify(kept))).toEqual(kept)
    expect(ShellKey.of(key.line).sign(5, 6)).toBe(key.sign(5, 6))
  })

  it.each([
    ['no JSON', 'nonsense'],
    ['a folder elsewhere', JSON.stringify({ ...kept, key: '../other' })],
    ['no key', JSON.stringify({ ...kept, secret: '' })],
    ['no process', JSON.stringify({ ...kept, pid: 0 })],
    ['a part of it', JSON.stringify({ key: 's-1' })],
  ])('is not taken from %s', (_, text) => {
    expect(parseSavedSession(text)).toBeUndefined()
  })
})
