import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { wordAt } from '../../../electron/workbench/sandboxes/terminals/terminal-calls.ts'
import { sharedStart } from '../../../renderer/sandboxes/line/line-state.ts'
import { hexRows, imageType, isText, lineEndsOf } from '../../../renderer/sandboxes/files/content.ts'
import { fromBase64, toBase64 } from '../../../renderer/app/base64.ts'
import { parseEnv } from '../../../renderer/sandboxes/sandboxes/start-memory.ts'
import { showClock } from '../../../renderer/sandboxes/sandboxes/countdown.ts'
import { type Language, type ProgramAction, programFor } from '../../../renderer/sandboxes/code/copy-code.tsx'
import { filledIn, parametersOf } from '../../../renderer/sandboxes/line/snippets.ts'

const URL = 'http://127.0.0.1:8080'
const ACTIONS: readonly ProgramAction[] = [
  { kind: 'start', image: 'python:3.11', cpus: 2, memory: '2g', autoStopMinutes: 30 },
  { kind: 'status', sandboxId: 'a b' },
  { kind: 'stop', sandboxId: 'x' },
  { kind: 'restart', sandboxId: 'x' },
  { kind: 'delete', sandboxId: 'x' },
  { kind: 'commit', sandboxId: 'x', imageTag: "it's:1" },
  { kind: 'run', sandboxId: 'x', session: 's', command: `echo 'one' "two" $HOME\nnext` },
  { kind: 'execute', sandboxId: 'x', command: ['ls', '-la'] },
  { kind: 'read', sandboxId: 'x', path: '/a b' },
  { kind: 'upload', sandboxId: 'x', path: "/it's" },
  { kind: 'forward', sandboxId: 'x', port: 8000 },
]

describe('actions as programs', () => {
  it.each(
    ACTIONS.flatMap((action) =>
      (['curl', 'python', 'typescript'] as const).map((language): [string, Language, ProgramAction] => [
        action.kind,
        language,
        action,
      ]),
    ),
  )('%s in %s is a program that can be read, without a secret in it', (_kind, language, action) => {
    const program = programFor(action, language, URL)
    expect(program).toContain('127.0.0.1:8080')
    expect(program).toContain('ORRERY_SANDBOX_TOKEN')
    if (language === 'curl') execFileSync('bash', ['-n', '-c', program])
  })

  it('sends exactly the command', () => {
    const command = `echo 'one' "two" $HOME\nnext`
    const program = programFor({ kind: 'run', sandboxId: 'x', session: 's', command }, 'curl', URL)
    const said = execFileSync('bash', ['-c', `curl() { printf '%s' "\${@: -1}"; }\n${program}`], {
      encoding: 'utf8',
    })
    expect(JSON.parse(said)).toMatchObject({ sandbox_id: 'x', session: 's', command, check: 'silent' })
  })
})

describe('snippets', () => {
  it('ask for each value once, in order', () => {
    expect(parametersOf('cp <<from>> <<to>> && ls <<from>>')).toEqual(['from', 'to'])
    expect(filledIn('cp <<from>> <<to>>', { from: 'a', to: 'b' })).toBe('cp a b')
    expect(parametersOf('cat <<EOF')).toEqual([])
  })
})

describe('completion', () => {
  it.each([
    ['ls one-f', 'one-f', 3, false],
    ['my_f', 'my_f', 0, true],
    ['a | gre', 'gre', 4, true],
    ['a && gre', 'gre', 5, true],
    ['sudo ap', 'ap', 5, true],
    ['cat a\\ b', 'a\\ b', 4, false],
    ['echo $(da', 'da', 7, true],
  ])('the word of %j is %j at %d, a command: %s', (text, word, from, isCommand) => {
    expect(wordAt(text, text.length)).toEqual({ word, from, isCommand })
  })

  it.each([
    [['abc', 'abd'], 'ab'],
    [['abc'], 'abc'],
    [['a', 'b'], ''],
    [[], ''],
  ])('%j begin alike with %j', (choices, shared) => expect(sharedStart(choices)).toBe(shared))
})

describe('small things', () => {
  it.each([
    ['A=1\n B=two words\n\n', { env: { A: '1', B: 'two words' } }],
    ['A=1\nnonsense', { badLine: 2 }],
    ['1A=x', { badLine: 1 }],
  ])('environment %j', (text, parsed) => expect(parseEnv(text)).toEqual(parsed))

  it.each([
    [45, '0:45'],
    [1745, '29:05'],
    [10_930, '3:02:10'],
  ])('%d seconds read %s', (seconds, text) => expect(showClock(seconds)).toBe(text))

  it('carries any bytes as base64', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256)
    expect(fromBase64(toBase64(bytes))).toEqual(bytes)
  })

  it.each([
    [Uint8Array.of(104, 105), true],
    [Uint8Array.of(0xff, 0xfe), false],
    [Uint8Array.of(65, 0, 66), false],
    [new TextEncoder().encode('日本'), true],
  ])('%j is text: %s', (bytes, text) => expect(isText(bytes)).toBe(text))

  it('shows bytes', () => {
    expect(hexRows(Uint8Array.of(72, 105, 0))).toEqual([{ offset: '00000000', hex: '48 69 00', text: 'Hi·' }])
    expect(imageType('/a/b.PNG')).toBe('image/png')
    expect(imageType('/a/png')).toBeUndefined()
  })

  it.each([
    ['', '\n', false],
    ['a\nb', '\n', false],
    ['a\r\nb\r\n', '\r\n', false],
    ['a\r\nb\n', '\n', true],
    ['\na\r\nb', '\n', true],
    ['a\rb', '\n', true],
    ['a\r\nb\r', '\n', true],
  ])('line ends of %j are %j, mixed: %s', (text, end, mixed) =>
    expect(lineEndsOf(text)).toEqual({ end, mixed }),
  )
})
