import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { killing } from './support/processes.ts'
import { noPython, startServer, type TestServer } from './support/server.ts'

/** Output of background jobs belongs to no command, even while other commands run. */
let server: TestServer
let id: string
let session: string
let counter = 0

beforeAll(async () => {
  server = await startServer(['--no-auth'])
  id = (await server.post('/start', { image: 'local', memory: '1g' })).result.sandbox_id
})
afterAll(() => server.close())
beforeEach(async () => {
  session = `s${++counter}`
  await server.post('/create_session', { sandbox_id: id, session })
})

afterEach(async () => {
  await server.post('/close_session', { sandbox_id: id, session })
  await server.post('/execute', { sandbox_id: id, command: killing('echo [n]oise') })
})

const send = (command: string, more: object = {}) =>
  server.post('/run_in_session', { sandbox_id: id, session, command, check: 'silent', timeout: 30, ...more })
const run = async (command: string, more: object = {}): Promise<string> =>
  (await send(command, more)).result.output

const NOISE = 'while :; do echo noise; echo more >&2; sleep 0.01; done'
/** Time enough for a dozen lines of output. */
const WAIT = 'sleep 0.3'

describe('output of a job', () => {
  it.each([
    ['an ordinary job', `{ ${NOISE}; } &`],
    ['one in a subshell', `(${NOISE}) & disown`],
    ['one that its shell does not know', `(bash -c '${NOISE}' &)`],
    ['one in a session of its own', `setsid -f bash -c '${NOISE}'`],
    ['one deaf to the hang-up', `nohup bash -c '${NOISE}' < /dev/zero &`],
    ['one that writes to its error only', `{ ${NOISE}; } > /dev/null &`],
    ['one that has just redirected it', `while :; do echo noise; { sleep 0.1; } &> /dev/null; done &`],
  ])('%s stays out of the commands that follow', async (_, job) => {
    await send(job)
    expect(await run(`${WAIT}; echo one; ${WAIT}; echo two >&2`)).toBe('one\r\ntwo')
    expect(await run('(exit 3); echo $?')).toBe('3')
    expect(await run(`${WAIT}; cat /nope`)).toBe('cat: /nope: No such file or directory')
  })

  it('stays out of commands beside seven jobs, and beside more takes nothing from them', async () => {
    for (let job = 0; job < 7; job++) {
      expect(await run(`${WAIT}; echo ${job}; { ${NOISE}; } &`)).toMatch(
        new RegExp(`^${job}(\r\n(noise|more))*$`),
      )
      expect(await run(`${WAIT}; echo clean`)).toBe('clean')
    }
    for (let job = 0; job < 2; job++) await send(`{ ${NOISE}; } &`)
    expect(await run(`${WAIT}; echo whole`)).toMatch(/(^|\n)whole(\r\n|$)/)
  })

  it('is seen when the job comes back to the foreground', async () => {
    await send('sh -c "sleep 0.5; echo back; sleep 0.2; exit 7" &')
    expect(await send('fg')).toMatchObject({
      result: { exit_code: 7, output: expect.stringContaining('back') },
    })
  })

  it('is not missed by its command while that runs', async () => {
    expect(await run(`{ sleep 0.1; echo early; } & ${WAIT}; echo own`)).toMatch(/early\r\n.*own$/s)
  })
})

describe('the commands beside a job', () => {
  const beside = async () => void (await send(`{ ${NOISE}; } &`))

  it.each([
    ['see a terminal of the same size', 'test -t 0 && test -t 1 && test -t 2 && stty size <&1', '24 80'],
    ['open it by name', 'echo a > /dev/stdout; echo b | tee /dev/stderr', 'a\r\nb\r\nb'],
    ['have job control', 'sleep 9 & kill %%; wait %% 2> /dev/null; echo $?', /^[^a-z]*143$/],
    ['read what is typed', 'read -r -t 0.1 x; echo $?', '142'],
  ])('%s', async (_, command, output) => {
    await beside()
    if (typeof output === 'string') expect(await run(command)).toBe(output)
    else expect(await run(command)).toMatch(output)
  })

  it.each([
    'set -e',
    'set -u',
    'set -f',
    'set -E; trap "echo trapped" ERR',
    'IFS=/',
    'alias exec=false printf=false',
    'shopt -s nullglob',
  ])('survive %s', async (setting) => {
    await run(setting)
    await beside()
    expect(await run('echo "$-" > /dev/null; echo clean')).toBe('clean')
    expect(await run('true; echo $?')).toBe('0')
  })

  it('show their trace, and nothing of ours', async () => {
    await run('set -x')
    const trace = await run('echo a')
    await beside()
    expect(await run('echo a')).toBe(trace)
  })

  it('keep the redirections of the shell', async () => {
    await run('exec 2> /tmp/errors-$$')
    await beside()
    expect(await run('echo gone >&2; echo kept; grep -c gone /tmp/errors-$$')).toBe('kept\r\n1')
    await run('exec > /tmp/out-$$')
    expect(await run('echo written')).toBe('')
    await run('exec > /dev/tty')
    expect(await run('tail -1 /tmp/out-$$')).toContain('written')
  })

  it('keep $?', async () => {
    await send(`{ ${NOISE}; } & (exit 5)`)
    expect(await run('echo $?')).toBe('5')
  })

  it.skipIf(noPython)('are driven by expect', async () => {
    await beside()
    const { result } = await send('python3 -q', { is_interactive_command: true, expect: ['>>> '] })
    expect(result.expect_string).toBe('>>> ')
    expect(await run('6*7', { is_interactive_command: true, expect: ['42'] })).toBeDefined()
    await send('exit()', { is_interactive_quit: true })
    expect(await run('echo clean')).toBe('clean')
  })

  it('are interrupted at their time limit', async () => {
    await beside()
    expect((await send('echo begun; sleep 60', { timeout: 0.5 })).error).toMatch(/so far.*begun/s)
    expect(await run('echo clean')).toBe('clean')
  })

  it('continue when their terminal’s keeper is killed', async () => {
    await beside()
    await run('echo clean')
    await run(killing('[w]hile read -r _'))
    // Until its death is noticed, commands print to it, and one may lose its output.
    await expect.poll(() => run('echo there')).toBe('there')
    expect(await run('echo again')).toBe('again')
  })

  it('survive exec of another shell', async () => {
    await beside()
    await run('echo clean')
    await run('exec bash')
    expect(await run('echo there')).toBe('there')
  })
})

it('goes back to the first terminal when no job is left', async () => {
  await send(`{ ${NOISE}; } &`)
  expect(await run('test /proc/$$/fd/1 -ef /proc/$$/fd/0; echo $?')).toBe('1')
  await run('kill %%; wait')
  // The loop's last program may live on for a moment.
  await expect.poll(() => run('test /proc/$$/fd/1 -ef /proc/$$/fd/0; echo $?')).toBe('0')
})
