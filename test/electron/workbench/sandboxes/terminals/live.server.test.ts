import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Terminal } from '../../../../../electron/workbench/sandboxes/terminals/terminal.ts'
import { Platforms } from '../../../../../electron/workbench/sandboxes/platforms.ts'
import { Sessions } from '../../../../../electron/workbench/sandboxes/sessions.ts'
import { OutputFiles } from '../../../../../electron/workbench/sandboxes/terminals/output-files.ts'
import { sharedFolder } from '../../../../temporary-folder.ts'
import { startServer, type TestServer } from '../../../sandbox-server/support/server.ts'
import { startCore, type StandInCore } from './stand-in.ts'

let server: TestServer
let core: StandInCore
let sandboxId: string
let terminal: Terminal
const folder = sharedFolder()

beforeAll(async () => {
  server = await startServer()
  sandboxId = await server.platform.start({ image: 'local' })
  const headers = { authorization: `Bearer ${server.token}` }
  const sessions = new Sessions(
    new Platforms(() => ({ address: async () => ({ url: server.url, headers }) })),
  )
  core = await startCore({ sessions }, { outputs: new OutputFiles(folder) })
  core.terminals.windowOpened()
})
afterAll(() => server.close())

const patience = { timeout: 20_000 }
const submit = (command: string) => terminal.submit({ id: `${Math.random()}`, command })
const ended = (count: number) =>
  vi.waitFor(() => {
    expect(terminal.record.blocks).toHaveLength(count)
    expect(terminal.status).toBe('ready')
  }, patience)
const printed = async (number: number): Promise<string> => (await terminal.record.output(number)).head

beforeEach(async () => {
  const { id } = await core.terminals.open({ platform: 'p', sandboxId })
  terminal = core.terminals.find(id)
  await vi.waitUntil(() => terminal.status === 'ready', patience)
})

it('says how the program stands, gives it what it asks for, and forgets it at its end', async () => {
  await submit('read -s -p "Password: " word; echo "${#word}"; read -p "Name: " name; echo "hello $name"')
  await vi.waitFor(
    () => expect(terminal.info.foreground).toMatchObject({ echo: false, canonical: true }),
    patience,
  )
  await terminal.input('geheim\n')
  await vi.waitFor(
    () => expect(terminal.info.foreground).toMatchObject({ echo: true, reads: true }),
    patience,
  )
  await terminal.input('bob\n')
  await ended(1)
  expect(terminal.info.foreground).toBeUndefined()
  expect(await printed(1)).toBe('Password: 6\r\nName: bob\r\nhello bob\r\n')
  expect(core.history.map(({ command }) => command)).not.toContain('geheim')
})

it('makes a block of what jobs print, and none of it gets into a command', async () => {
  await submit('(sleep 0.3; echo tick1; sleep 1; echo tick2) &')
  await vi.waitFor(() => expect(terminal.record.blocks).toHaveLength(2), patience)
  expect(terminal.record.block(2)).toMatchObject({ background: true, command: '' })
  await vi.waitFor(async () => expect(await printed(2)).toContain('tick1'), patience)
  await submit('sleep 1.5; echo mine')
  await ended(4)
  expect(terminal.record.blocks.map(({ background }) => background ?? false)).toEqual([
    false,
    true,
    false,
    true,
  ])
  // Bash itself reports an ended job.
  expect(await printed(3)).toMatch(/^(?:\[1\]\+.*\r\n)?mine\r\n$/)
  expect(await printed(4)).toContain('tick2')
})

it('follows a flood to its last line, with bounded memory, while a program is typed to', async () => {
  await submit('seq 1 200000; read -p "more? " more; echo "$more"')
  await vi.waitFor(() => expect(terminal.info.foreground?.reads).toBe(true), patience)
  await terminal.input('no\n')
  await ended(1)
  const { tail, dropped } = await terminal.record.output(1)
  expect(tail.endsWith('200000\r\nmore? no\r\nno\r\n')).toBe(true)
  expect(dropped).toBeGreaterThan(0)
  const whole = Array.from({ length: 200_000 }, (_, line) => `${line + 1}\r\n`).join('')
  expect(terminal.record.block(1)?.characters).toBe(`${whole}more? no\r\nno\r\n`.length)
})

it('ends with its shell, and reports its exit code', async () => {
  await submit('echo bye; exit 7')
  await vi.waitFor(() => expect(terminal.status).toBe('ended'), patience)
  expect(terminal.record.block(1)).toMatchObject({ state: 'done', exitCode: 7, problem: undefined })
  expect(terminal.info.problem).toMatchObject({
    code: 'SESSION_ENDED',
    message: 'The shell ended with exit code 7.',
  })
})
