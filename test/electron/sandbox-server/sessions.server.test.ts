import { existsSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PROCESSES } from './support/processes.ts'
import {
  noPrograms,
  noPython,
  onCluster,
  SHELL_FILES,
  startServer,
  type TestServer,
} from './support/server.ts'

let server: TestServer
let id: string
let session = ''

beforeAll(async () => {
  server = await startServer(['--no-auth'])
  id = (await server.post('/start', { image: 'local', cpus: 2, memory: '1g' })).result.sandbox_id
})
afterAll(() => server.close())

const open = (name: string, more: object = {}) =>
  server.post('/create_session', { sandbox_id: id, session: name, ...more })
const run = (command: string, more: object = {}) =>
  server.post('/run_in_session', { sandbox_id: id, session, command, check: 'silent', timeout: 20, ...more })

beforeEach(async ({ task }) => {
  session = task.id
  await open(session)
})

describe('one command', () => {
  it.each([
    ['plain text', 'echo hi', 'hi', 0],
    ['nothing', '', '', 0],
    ['only a comment', '# nothing', '', 0],
    ['blank lines', '\n\n  \necho x\n\n', 'x', 0],
    ['an exit code', '(exit 42)', '', 42],
    ['an unknown program', 'no-such-thing', 'bash: no-such-thing: command not found', 127],
    ['a directory as program', '/tmp', 'bash: /tmp: Is a directory', 126],
    ['both streams in order', 'echo out; echo err >&2', 'out\r\nerr', 0],
    ['a tab', 'printf "%s" "a\tb"; cat <<-X\n\tc\n\td\nX', 'a\tbc\r\nd', 0],
    ['a quoted heredoc', "cat <<'E'\nl1\nl2 $FOO\nE", 'l1\r\nl2 $FOO', 0],
    ['a heredoc and a command after it', 'cat <<E\n$((1+1))\nE\necho after', '2\r\nafter', 0],
    ['a heredoc in a pipe', 'cat <<E | tr a-z A-Z\nabc\nE', 'ABC', 0],
    ['a heredoc in a loop', 'for i in 1 2; do cat <<E\n$i\nE\ndone', '1\r\n2', 0],
    ['exclamation marks', 'echo hi!there "a!b" !!', 'hi!there a!b !!', 0],
    ['a trailing semicolon', 'echo a;\necho b;', 'a\r\nb', 0],
    ['a trailing ampersand', 'sleep 5 &\necho c', 'c', 0],
    ['CR LF line ends', 'if true; then\r\necho yes\r\nfi\r\n', 'yes', 0],
    ['Unicode', "echo '日本語 ñ 🎉'", '日本語 ñ 🎉', 0],
    ['bytes that are no UTF-8', "printf '\\xff\\xfeok'", '\\xff\\xfeok', 0],
    ['colours', "printf '\\033[31mred\\033[0m'", 'red', 0],
    ['a window title', "printf '\\033]0;title\\007text'", 'text', 0],
    ['a fake mark', "printf '\\033]6973;00000000000000000000000000000000E\\007still'", 'still', 0],
    ['brackets and arithmetic', '[[ 1 < 2 ]] && (( 3 > 2 )) && echo $((6*7))', '42', 0],
    ['arrays and case', 'a=(x y); case ${a[1]} in y) echo found;; esac', 'found', 0],
    ['time', '{ time true; } 2>/dev/null; echo timed', 'timed', 0],
    ['two functions deep', 'f() { return 3; }; f', '', 3],
    ['return at the top', 'return 7', '', 7],
    [
      'signal deaths',
      'bash -c "kill -SEGV \\$\\$" 2>/dev/null',
      expect.stringMatching(/Segmentation fault|^$/),
      139,
    ],
    ['standard input that is a terminal', 'test -t 0 && test -t 1 && stty size', '24 80', 0],
  ])('%s', async (_what, command, output, code) => {
    expect(await run(command)).toMatchObject({
      status: 'Success',
      message: null,
      error: null,
      result: { session_type: 'bash', output, exit_code: code, failure_reason: '' },
    })
    expect((await run('echo usable')).result.output).toBe('usable')
  })

  it('takes a line of a million characters', async () => {
    const long = 'x'.repeat(1_000_000)
    expect((await run(`echo ${long}`)).result.output).toBe(long)
  })

  it('has no syntax and runs nothing of it', async () => {
    const answer = await run('echo before; if true; then')
    expect(answer).toMatchObject({ status: 'Failed', message: null, result: null })
    expect(answer.error).toMatch(/^Error \(exit code 2\) while checking bash command/)
    expect(answer.error).toContain('/bin/bash: line 2: syntax error: unexpected end of file')
    expect((await run('echo usable')).result.output).toBe('usable')
  })
})

describe('check', () => {
  it('raises by default, with the platform’s words', async () => {
    expect(await run('false', { check: undefined })).toEqual({
      http: 200,
      status: 'Failed',
      message: null,
      error: "Command 'false' failed with exit code 1. Here is the output:\n''",
      result: null,
    })
  })
  it('puts error_msg first', async () => {
    const answer = await run('echo "it\'s"; exit_with() { return 3; }; exit_with', {
      check: 'raise',
      error_msg: 'oops',
    })
    expect(answer.error).toContain("oops: Command 'echo")
    expect(answer.error).toMatch(/exit code 3\. Here is the output:\n"it's"$/)
  })
  it('ignore leaves the exit code out', async () => {
    const { result } = await run('false', { check: 'ignore' })
    expect(result).not.toHaveProperty('exit_code')
  })
})

describe('state', () => {
  it('lasts from command to command', async () => {
    await run(
      'cd /tmp; export A=1; B=2; f() { echo "f$1"; }; alias ll="echo aliased"; set -o noglob; umask 027',
    )
    expect((await run('echo $PWD $A $B $(f 3); ll; echo *; umask')).result.output).toBe(
      '/tmp 1 2 f3\r\naliased\r\n*\r\n0027',
    )
  })
  it('keeps $?', async () => {
    await run('(exit 9)')
    expect((await run('echo $?')).result.output).toBe('9')
  })
  it('belongs to one session only', async () => {
    await run('A=mine')
    const other = `${session}-2`
    await open(other)
    expect((await run('echo "[$A]"', { session: other })).result.output).toBe('[]')
  })
  it('survives a changed prompt, a prompt command and a trace', async () => {
    await run('PS1="\\u$ "; PS2=more; PROMPT_COMMAND="echo noise"; set -x')
    expect((await run('echo after; (exit 3)')).result).toMatchObject({ exit_code: 3 })
    await run('set +x')
    expect((await run('echo clean')).result.output).toBe('clean')
    expect((await run('sleep 30', { timeout: 0.3 })).status).toBe('Failed')
    expect((await run('echo clean')).result.output).toBe('clean')
  })
  it.each([
    ['set -x', 'echo a', '++ echo a\r\na'],
    ['set -x', '[[ 1 ]] && (exit 0)', '++ [[ -n 1 ]]\r\n++ exit 0'],
    ['set -v', 'echo a', 'echo a\r\na'],
    ['set -v', 'if true; then echo a; fi', 'if true; then echo a; fi\r\na'],
  ])('shows nothing of the driver after %s: %s', async (option, command, output) => {
    await run(option)
    expect((await run(command)).result).toMatchObject({ output, exit_code: 0 })
    await run('set +xv')
    expect((await run('echo clean')).result.output).toBe('clean')
  })
  it('survives redirections of the shell itself', async () => {
    await run('exec 5>&1 >/tmp/out-file')
    expect((await run('echo hidden')).result).toMatchObject({ output: '', exit_code: 0 })
    await run('exec >&5 5>&-')
    expect((await run('cat /tmp/out-file')).result.output).toBe('hidden')
  })
  it('survives terminal settings', async () => {
    await run('stty echo raw')
    expect((await run('echo x')).result).toMatchObject({ output: 'x', exit_code: 0 })
  })
  it('survives aliases and functions that shadow what the driver uses', async () => {
    await run('printf() { echo fake; }; alias builtin=false; IFS=x; set -u; shopt -s extglob')
    expect((await run('echo still')).result).toMatchObject({ output: 'still', exit_code: 0 })
  })
  it('survives traps', async () => {
    await run("trap 'echo ERR' ERR; trap 'echo DEBUG >/dev/null' DEBUG")
    expect((await run('false')).result.output).toBe('ERR')
    expect((await run('echo ok')).result.output).toBe('ok')
  })
})

describe('time limits', () => {
  it.each([
    ['a sleeper', 'sleep 60; echo late'],
    ['a loop of sleepers', 'for i in 1 2 3; do sleep 30; done; echo late'],
    ['a loop of the shell itself', 'while :; do :; done'],
    ['a program that ignores INT', 'bash -c "trap \'\' INT; sleep 60"'],
    ['a program that ignores INT and TERM', 'bash -c "trap \'\' INT TERM; while :; do sleep 1; done"'],
    ['a reader of the terminal', 'read x'],
    ['cat', 'cat'],
    ['a nested shell', 'bash'],
    ['endless output', 'yes'],
  ])('interrupt %s and leave the session usable', async (_what, command) => {
    const answer = await run(`echo partial; ${command}`, { timeout: 0.5 })
    expect(answer).toMatchObject({ status: 'Failed', message: null, result: null })
    expect(answer.error).toContain('timeout after 0.5 seconds while running command')
    expect(answer.error).toContain('partial')
    expect((await run('echo next')).result).toMatchObject({ output: 'next', exit_code: 0 })
  })
  it('never hand late output to the next command', async () => {
    await run('(sleep 0.4; echo late) & true')
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect((await run('echo next')).result.output).toBe('next')
  })
})

describe('the end of a shell', () => {
  it.each([
    ['exit', 'exit 3', 3],
    ['set -e', 'set -e\nfalse', 1],
    ['exec of a program', 'exec sh -c "exit 5"', 5],
    ['kill', 'kill -9 $$', 137],
  ])(
    'by %s is reported with its exit code, and the session can be created again',
    async (_what, command, code) => {
      expect((await run(`echo last; ${command}`)).error).toContain(`ended with exit code ${code}`)
      expect((await run('echo x')).error).toContain(`ended with exit code ${code}`)
      expect((await open(session)).status).toBe('Success')
      expect((await run('echo again')).result.output).toBe('again')
    },
  )
  it('does not come with exec of another shell', async () => {
    expect((await run('exec bash --norc')).result).toMatchObject({ exit_code: 0 })
    expect((await run('echo $((1+1)); (exit 6)')).result).toMatchObject({ output: '2', exit_code: 6 })
  })
  it('is reported for a session that never existed', async () => {
    expect(await run('echo', { session: 'nope' })).toMatchObject({
      status: 'Failed',
      message: null,
      error: "session 'nope' does not exist",
    })
  })
  const sleeping = async (): Promise<string> => {
    const command = `(${PROCESSES}) | grep -c "[s]leep 777"`
    return (await server.post('/execute', { sandbox_id: id, command })).result.stdout
  }

  it('comes with close_session, also for running jobs', async () => {
    const running = run('sleep 777')
    await expect.poll(async () => sleeping(), { timeout: 20_000 }).toBe('1\n')
    expect((await server.post('/close_session', { sandbox_id: id, session })).result).toEqual({
      session_type: 'bash',
    })
    expect((await running).status).toBe('Failed')
    expect(await sleeping()).toBe('0\n')
  })
})

describe('interrupts', () => {
  it('reach the foreground job through the extension', async () => {
    const running = run('sleep 60; echo not')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await server.post('/interrupt_session', { sandbox_id: id, session })).result).toEqual({
      delivered: true,
    })
    expect((await running).result).toMatchObject({ output: '', exit_code: 130 })
  })
  it('reach it as the single character 0x03, too', async () => {
    const running = run('sleep 60')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await run('\x03')).result).toMatchObject({ output: '', exit_code: 130 })
    expect((await running).result.exit_code).toBe(130)
  })
})

describe('queues', () => {
  it('one per session, in order, answers with their own output', async () => {
    const answers = await Promise.all([0, 1, 2, 3].map((n) => run(`sleep 0.1; echo c${n}`)))
    expect(answers.map((answer) => answer.result.output)).toEqual(['c0', 'c1', 'c2', 'c3'])
  })
  it('sessions run side by side', async () => {
    const names = ['a', 'b', 'c', 'd'].map((letter) => `${session}-${letter}`)
    await Promise.all(names.map((name) => open(name)))
    const wait = 'touch /tmp/at-$N; until [ $(ls /tmp/at-* | wc -l) = 4 ]; do sleep 0.05; done; echo met'
    const answers = await Promise.all(
      names.map((name, n) => run(wait.replace('$N', String(n)), { session: name })),
    )
    expect(answers.map((answer) => answer.result.output)).toEqual(['met', 'met', 'met', 'met'])
  })
})

describe('the SDKs’ background protocol', () => {
  it.each([
    ['Python', 'PIDSTART${!}PIDEND', /PIDSTART(\d+)PIDEND/],
    ['TypeScript', '__ROCK_PID_START__$!__ROCK_PID_END__', /__ROCK_PID_START__(\d+)__ROCK_PID_END__/],
  ])('of the %s SDK: start, poll until it fails, fetch', async (_sdk, mark, pattern) => {
    const file = `/tmp/tmp_${session}.out`
    const job = `until [ -e ${file}.end ]; do sleep 0.1; done; echo done`
    const command = `nohup bash -c '${job}' < /dev/null > ${file} 2>&1 & echo ${mark};disown`
    const started = await run(command, { timeout: 30, check: undefined })
    const pid = pattern.exec(started.result.output)?.[1]
    expect(pid).toBeDefined()
    const poll = () => run(`kill -0 ${pid}`, { check: undefined })
    expect((await poll()).status).toBe('Success')
    await run(`touch ${file}.end`)
    await expect.poll(async () => (await poll()).status, { timeout: 10_000 }).toBe('Failed')
    expect((await run(`cat ${file}`)).result.output).toBe('done')
    expect((await run(`stat -c %s ${file} 2>/dev/null || stat -f %z ${file}`)).result.output).toBe('5')
  })
})

describe('interactive programs', () => {
  it.skipIf(noPython)('are driven by expect', async () => {
    const line = (command: string, more: object = {}) =>
      run(command, { is_interactive_command: true, expect: ['>>> '], ...more })
    expect((await line('python3 -q')).result).toMatchObject({ exit_code: 0, expect_string: '>>> ' })
    expect((await line('1+1')).result).toMatchObject({ output: '2', expect_string: '>>> ' })
    expect((await run('echo no')).error).toContain('interactive program')
    const quit = await run('exit()', { is_interactive_quit: true })
    expect(quit.result).toMatchObject({ exit_code: 0, expect_string: 'SHELLPS1PREFIX' })
    expect((await run('echo back')).result.output).toBe('back')
  })
  it('refuse a pattern that is none', async () => {
    expect((await run('echo', { expect: ['('] })).error).toContain('is not a regular expression')
  })
})

describe('creating', () => {
  it('sources files in order, takes an environment, a size and a directory', async () => {
    await server.post('/write_file', {
      sandbox_id: id,
      path: '/root/rc',
      content: 'FROM_RC=$GIVEN; echo started',
    })
    const made = await open(`${session}-x`, {
      startup_source: ['/root/rc'],
      env: { GIVEN: 'é' },
      rows: 30,
      cols: 100,
      cwd: '/usr',
    })
    expect(made.result).toEqual({ output: 'started', session_type: 'bash' })
    const answer = await run('echo $FROM_RC; stty size; pwd; env | grep -c PROMPT', {
      session: `${session}-x`,
    })
    expect(answer.result.output).toBe('é\r\n30 100\r\n/usr\r\n0')
  })
  it.skipIf(noPrograms || (!existsSync('/usr/bin/git') && 'git is not installed'))(
    'has programs print instead of waiting for the keys of a pager, unless told otherwise',
    async () => {
      const log =
        'cd $(mktemp -d) && git init -q && git -c user.name=a -c user.email=b commit -q --allow-empty -m "a b" && git log'
      expect((await run(log)).result.output).toMatch(/^commit .*a b$/s)
      await open(`${session}-p`, { env: { PAGER: 'tr a-z A-Z' } })
      const answer = await run(log, { session: `${session}-p` })
      expect(answer.result.output).toMatch(/^COMMIT .*A B$/s)
    },
  )
  it.skipIf(onCluster || (process.getuid?.() !== 0 && 'only root has others inside'))(
    'lets root and the user of the local image be each other',
    async () => {
      const answer = await run(
        'su user -c "id -un; echo \\$HOME; touch ~/mine && stat -c %U ~/mine"; su - user -c pwd',
      )
      expect(answer.result.output).toBe('user\r\n/home/user\r\nuser\r\n/home/user')
    },
  )
  it('fails for a name that is taken, and keeps the old session', async () => {
    await run('A=old')
    expect((await open(session)).error).toContain('already exists')
    expect((await run('echo $A')).result.output).toBe('old')
  })
  it('says why a user is unknown', async () => {
    const answer = await open(`${session}-u`, { remote_user: 'nobody-here' })
    expect(answer).toMatchObject({ status: 'Failed', message: null })
    expect(answer.error).toContain('does not exist')
  })
})

describe('raw answers and following', () => {
  it('keep escape sequences and tell the directory', async () => {
    const { result } = await run("cd /usr; printf '\\033[1mx\\033[0m \\n'", { raw: true })
    expect(result).toMatchObject({ output: '\u001b[1mx\u001b[0m \r\n', cwd: '/usr' })
  })
  it('hand out output while the command runs', async () => {
    const running = run('printf early; until [ -e /tmp/done ]; do sleep 0.05; done; printf late', {
      raw: true,
    })
    let seen = { output: '', next: 0, running: false }
    while (!seen.running || seen.output === '') {
      seen = (await server.get('/follow_session', { sandbox_id: id, session, from: '0' })).result
    }
    expect(seen).toMatchObject({ output: 'early', next: 5 })
    await server.post('/execute', { sandbox_id: id, command: ['touch', '/tmp/done'] })
    expect((await running).result.output).toBe('earlylate')
  })
})

describe('much output', () => {
  it('of 50 MB comes whole', async () => {
    const { result } = await run('head -c 50000000 /dev/zero | tr "\\0" x', { timeout: 60 })
    expect(result.output).toHaveLength(50_000_000)
    expect((await run('echo usable')).result.output).toBe('usable')
  })
  it('beyond the limit loses its middle and says so', async () => {
    const { result } = await run('echo first; head -c 80000000 /dev/zero | tr "\\0" y; echo; echo last', {
      timeout: 60,
    })
    expect(result.output.length).toBeLessThan(70_000_000)
    expect(result.output.startsWith('first')).toBe(true)
    expect(result.output.endsWith('last')).toBe(true)
    expect(/\[\d+ bytes of output left out\]/.test(result.output)).toBe(true)
  })
})

describe('the end of a run is the shell’s alone to tell', () => {
  // A program that knows how sessions work searches every file, environments and traces for a usable signature.
  const FORGER = `
control=$(echo ${SHELL_FILES}/*/command | tr ' ' '\n' | xargs ls -t | head -1 | xargs dirname)
read -r _ run nonce <<< "$(grep -ho '__orrery_begin [0-9]* [0-9a-f]*' $control/command | head -1)"
{
  printf '%s\n' 0000000000000000 ffffffffffffffff "$nonce" "\${nonce:16}"
  env; cat /proc/$PPID/environ /proc/$PPID/cmdline /tmp/trace /tmp/bare 2>/dev/null
  for file in $control/*; do timeout 0.3 cat $file 2>/dev/null; done
  ls -l /proc/$PPID/fd
} | grep -aoE '[0-9a-f]{16,32}' | sort -u > /tmp/found
while read -r each; do
  for text in $each "\${nonce:0:16}$each" "$nonce"; do printf '\\033]6973;%sE\\007' "$text" > /dev/tty; done
  for told in 0 '0!' 'syntax:forged' 'pid 1'; do
    printf '%s\\0' "$run:$each" "$told" /forged > $control/reports
    printf '%s\\0' "$run" "$told" /forged > $control/reports
    printf '%s\\0' pid 1 5 > $control/reports
  done
done < /tmp/found
sleep 0.3
echo "tried $(( $(wc -l < /tmp/found) > 3 ))"
exit 3
`
  it.each([
    ['by a program', ':'],
    ['by a program that is given every variable', 'set -a'],
    ['by a program that reads what tracing shows', 'exec 9> /tmp/trace; BASH_XTRACEFD=9; set -x'],
    ['by a program after one that was checked', 'x=1 # (('],
    ['by a program of a shell in the shell’s place', 'exec bash'],
  ])('%s', async (_how, before) => {
    await server.post('/execute', {
      sandbox_id: id,
      command: ['sh', '-c', 'rm -f /tmp/trace; printf %s "$1" > /tmp/forger', 'sh', FORGER],
    })
    await run(before)
    const { result } = await run('bash /tmp/forger')
    expect(result.exit_code).toBe(3)
    expect(result.output).toContain('tried 1')
    expect((await run('echo next; (exit 4)')).result).toMatchObject({ output: 'next', exit_code: 4 })
  })

  it('the key waits for nobody else', async () => {
    const key = `timeout 1 cat ${SHELL_FILES}/*/key; echo "read $?"`
    expect((await run(key)).result.output).toBe('read 124')
  })
})
