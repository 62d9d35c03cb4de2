import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noPython, startServer, type TestServer } from './support/server.ts'
import { TerminalClient } from './support/terminal-client.ts'

let server: TestServer
let id: string
let session = ''
let terminal: TerminalClient

beforeAll(async () => {
  server = await startServer(['--no-auth'])
  id = (await server.post('/start', { image: 'local', cpus: 2, memory: '1g' })).result.sandbox_id
})
afterAll(() => server.close())

const attach = (more: Record<string, number> = {}, options: { acknowledges?: boolean } = {}) =>
  TerminalClient.open(server.url, { sandbox_id: id, session, ...more }, options)
const run = (command: string, more: object = {}) =>
  server.post('/run_in_session', { sandbox_id: id, session, command, check: 'silent', timeout: 30, ...more })

beforeEach(async ({ task }) => {
  session = task.id
  await server.post('/create_session', {
    sandbox_id: id,
    session,
    env: { TERM: 'xterm-256color', HOME: '/tmp' },
    rows: 24,
    cols: 80,
  })
  terminal = await attach()
})

describe('the terminal of a session', () => {
  it('shows a command under its tag, from its beginning to its end, and the answer stays as it is', async () => {
    const answer = await run('printf "one\\ntwo"; (exit 3)', { tag: 'mine', raw: true })
    expect(answer.result).toMatchObject({ output: 'one\r\ntwo', exit_code: 3 })
    await terminal.until(() => terminal.messages.some(({ type }) => type === 'end'), 'the end')
    const begin = terminal.messages.find((one) => one.type === 'begin')
    expect(begin).toMatchObject({ tag: 'mine' })
    expect(terminal.text(begin?.type === 'begin' ? begin.run : -1)).toBe('one\r\ntwo')
  })

  it('passes an answer to a prompt, with its echo, and says that a program waits for one', async () => {
    const answer = run('read -p "Your name: " name; echo "hello $name"')
    await terminal.until(() => terminal.now?.reads === true, 'the prompt waits')
    expect(terminal.now).toMatchObject({ program: '', canonical: true, echo: true })
    terminal.type('bob\n')
    expect((await answer).result.output).toBe('Your name: bob\r\nhello bob')
  })

  it('says that a password is not shown, and shows none', async () => {
    const answer = run('read -s -p "Password: " word; echo; echo "${#word} letters"')
    await terminal.until(() => terminal.now?.echo === false, 'the echo is off')
    terminal.type('geheim\n')
    const { output } = (await answer).result
    expect(output).toBe('Password: \r\n6 letters')
    expect(terminal.text()).not.toContain('geheim')
  })

  it.skipIf(noPython)('knows who gets every key at once', async () => {
    const answer = run('python3 -q')
    await terminal.until(() => terminal.now?.canonical === false, 'Python edits its line')
    expect(terminal.now?.program).toMatch(/^python/)
    terminal.type('6*7\n')
    await terminal.until(() => terminal.text().includes('42'), 'an answer')
    terminal.type('\x04')
    expect((await answer).result.exit_code).toBe(0)
  })

  it('says of a program that only works that nobody reads', async () => {
    const answer = run('sleep 1.5; echo over')
    await terminal.until(() => terminal.now !== null, 'a look')
    expect(terminal.now).toMatchObject({ program: 'sleep', canonical: true, echo: true, reads: false })
    await answer
    await terminal.until(() => terminal.now === null, 'the end')
  })

  it.each([
    ['whole lines', 'touch /tmp/oops\n'],
    ['a line without its end', 'touch /tmp/oops'],
    ['the end of the input', '\x04\x04'],
    ['more than a terminal takes', 'x'.repeat(5000)],
  ])('never lets the shell run what was typed and not read: %s', async (_what, text) => {
    await run('rm -f /tmp/oops')
    const answer = run('sleep 0.6; echo over')
    await terminal.until(() => terminal.messages.some(({ type }) => type === 'begin'), 'the beginning')
    await new Promise((resolve) => setTimeout(resolve, 150))
    terminal.type(text)
    expect((await answer).result.output).toContain('over')
    expect((await run('ls /tmp/oops')).result.exit_code).toBe(2)
    expect((await run('echo fine')).result).toMatchObject({ output: 'fine', exit_code: 0 })
  })

  it('takes nothing while no command runs', async () => {
    terminal.type('touch /tmp/idle\n')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await run('ls /tmp/idle')).result.exit_code).toBe(2)
  })

  it('shows what jobs print between commands, and nothing of the driver', async () => {
    await run('for i in 1 2 3; do sleep 0.3; echo tick$i; done &')
    await run('true')
    await terminal.until(() => terminal.text(0).includes('tick3'), 'the ticks')
    expect(terminal.text(0)).toMatch(/^(?:\[1\] \d+\r\n)?tick1\r\ntick2\r\ntick3\r\n(?:\[1\]\+.*)?$/s)
  })

  it('notifies programs of a new size', async () => {
    const script = "trap 'stty size; exit' WINCH; echo ready; while :; do sleep 0.05; done"
    const answer = run(`bash -c "${script}"`)
    await terminal.until(() => terminal.text().includes('ready'), 'it is ready')
    terminal.resize(133, 41)
    expect((await answer).result.output).toBe('ready\r\n41 133')
  })

  it('loses and doubles nothing over a hundred lost connections', async () => {
    const answer = run(
      'for i in $(seq 1 3000); do echo "line $i of many"; (( i % 30 )) || sleep 0.03; done',
      {
        raw: true,
      },
    )
    let whole = ''
    for (let drops = 0; drops < 100; drops++) {
      const had = terminal.data.length
      await terminal.until(
        () => terminal.data.length > had || terminal.messages.some(({ type }) => type === 'end'),
        'more output',
      )
      terminal.drop()
      whole += terminal.text()
      terminal = await attach({ from: terminal.offset })
    }
    const { output } = (await answer).result
    await terminal.until(() => (whole + terminal.text()).length >= output.length, 'all of it')
    expect(terminal.messages.every(({ type }) => type !== 'gap')).toBe(true)
    expect(whole + terminal.text()).toBe(output)
  })

  it('marks what is no longer stored, and never blocks a program', async () => {
    const silent = await attach({}, { acknowledges: false })
    const { result } = await run('seq 1 1000000 | tail -c 5000000; echo; echo over')
    expect(result.output).toMatch(/over$/)
    expect(Buffer.byteLength(silent.text())).toBeLessThan(2 * 1024 ** 2)
    const late = await attach({ from: 0 })
    await late.until(() => late.text().includes('over'), 'the end')
    const gap = late.messages.find((one) => one.type === 'gap')
    expect(gap).toMatchObject({ bytes: expect.any(Number) })
    expect((gap?.type === 'gap' ? gap.bytes : 0) + Buffer.byteLength(late.text())).toBe(late.offset)
  })

  it.each([
    ['a sandbox that is not there', { sandbox_id: 'none' }, /not started/],
    ['a session that is not there', { session: 'none' }, /does not exist/],
  ])('says why it is not available: %s', async (_what, query, reason) => {
    const refused = await TerminalClient.open(server.url, { sandbox_id: id, session, ...query })
    await refused.until(() => refused.closed !== undefined, 'it closes')
    expect(refused.closed).toMatchObject({ code: 1008, reason: expect.stringMatching(reason) })
  })

  it('closes when the shell ends', async () => {
    await run('exit 4')
    await terminal.until(() => terminal.closed !== undefined, 'it closes')
    expect(terminal.closed).toMatchObject({ code: 1000, reason: 'the shell ended' })
  })
})
