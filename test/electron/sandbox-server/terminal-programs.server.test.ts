import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import headless from '@xterm/headless'
import type { IPty } from '@lydell/node-pty'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedFolder } from '../../temporary-folder.ts'
import { startServer, type TestServer } from './support/server.ts'
import { TerminalClient } from './support/terminal-client.ts'

const pty = createRequire(import.meta.url)('@lydell/node-pty') as {
  spawn(file: string, args: string[], options: object): IPty
}

const SIZE = { cols: 80, rows: 24 }
const ENV = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/tmp',
  TERM: 'xterm-256color',
  COLORTERM: 'truecolor',
  LANG: 'C.UTF-8',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  PAGER: 'cat',
}
/** After this many milliseconds without a change a program has finished drawing. */
const QUIET_MS = 400
/** How long a program may take until it draws anything in answer to a key; not every key is answered. */
const FIRST_MS = 3000

const FILES: Readonly<Record<string, string>> = {
  'note.txt': Array.from(
    { length: 60 },
    (_, line) => `line ${line + 1} of a note, wide 日本語, e\u0301`,
  ).join('\n'),
  'lines.py': 'a = 1\nprint(a)\n',
}

/** A terminal screen: its cells with colours. */
class Screen {
  readonly term = new headless.Terminal({ ...SIZE, scrollback: 0, allowProposedApi: true })
  #changed = performance.now()
  #isAnswered = false

  write(text: string | Uint8Array): void {
    this.#isAnswered = true
    this.#changed = performance.now()
    this.term.write(text)
  }

  /** A key was pressed: what is drawn from now on answers it. */
  ask(): void {
    this.#isAnswered = false
    this.#changed = performance.now()
  }

  async quiet(): Promise<void> {
    const since = (): number => performance.now() - this.#changed
    while (since() < (this.#isAnswered ? QUIET_MS : FIRST_MS)) await setTimeout(50)
  }

  get cells(): string[] {
    const { active } = this.term.buffer
    return Array.from({ length: SIZE.rows }, (_, row) => {
      const line = active.getLine(active.baseY + row)
      return Array.from({ length: SIZE.cols }, (_, column) => {
        const cell = line?.getCell(column)
        if (!cell) return ''
        const look = [cell.getFgColorMode() && cell.getFgColor(), cell.getBgColorMode() && cell.getBgColor()]
        const marks = `${cell.isBold() ? 'b' : ''}${cell.isInverse() ? 'i' : ''}${cell.isUnderline() ? 'u' : ''}`
        const style = look.some(Boolean) || marks ? `{${look.join(',')}${marks}}` : ''
        return `${cell.getChars() || (cell.getWidth() === 0 ? '' : ' ')}${style}`
      })
        .join('')
        .trimEnd()
    })
  }

  get text(): string {
    const { active } = this.term.buffer
    return Array.from({ length: SIZE.rows }, (_, row) =>
      active.getLine(active.baseY + row)?.translateToString(true),
    ).join('\n')
  }
}

let server: TestServer
let id: string
const folder = sharedFolder()

beforeAll(async () => {
  server = await startServer(['--no-auth'])
  id = (await server.post('/start', { image: 'local', cpus: 2, memory: '1g' })).result.sandbox_id
  for (const [name, content] of Object.entries(FILES)) {
    await writeFile(join(folder, name), content)
    await server.post('/write_file', { sandbox_id: id, path: `/tmp/work/${name}`, content })
  }
})
afterAll(() => server.close())

/** What a program shows after each step in an Orrery session. */
async function ours(command: string, steps: readonly string[], see: (screen: Screen) => unknown) {
  const session = `s${Math.random()}`
  await server.post('/create_session', { sandbox_id: id, session, env: ENV, cwd: '/tmp/work', ...SIZE })
  const client = await TerminalClient.open(server.url, { sandbox_id: id, session })
  const screen = new Screen()
  screen.term.onData((data) => client.type(data))
  let drawn = 0
  const draw = (): void => {
    for (; drawn < client.data.length; drawn++) screen.write(client.data[drawn]?.bytes ?? '')
  }
  const drawing = setInterval(draw, 20)
  try {
    const over = server.post('/run_in_session', {
      sandbox_id: id,
      session,
      command,
      check: 'silent',
      timeout: 60,
    })
    await client.until(() => client.data.length > 0, 'it draws')
    const seen: unknown[] = []
    for (const step of steps) {
      draw()
      await screen.quiet()
      seen.push(see(screen))
      client.type(step)
      screen.ask()
    }
    const { exit_code: code } = (await over).result
    return { seen, code }
  } finally {
    clearInterval(drawing)
    client.drop()
  }
}

/** The same in a local pseudo-terminal. */
async function theirs(command: string, steps: readonly string[], see: (screen: Screen) => unknown) {
  const child = pty.spawn('/bin/bash', ['--norc', '-c', command], {
    ...SIZE,
    cwd: folder,
    env: ENV,
    encoding: null,
  })
  const screen = new Screen()
  const over = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)))
  child.onData((data) => screen.write(data as unknown as Uint8Array))
  screen.term.onData((data) => child.write(data))
  const seen: unknown[] = []
  for (const step of steps) {
    await screen.quiet()
    seen.push(see(screen))
    child.write(step)
    screen.ask()
  }
  return { seen, code: await over }
}

const isHere = (program: string): boolean => spawnSync('/usr/bin/which', [program], { env: ENV }).status === 0

const cells = (screen: Screen): unknown => screen.cells
/** Compares only the column titles, since the numbers differ between machines. */
const titles = (screen: Screen): unknown => /^\s*PID .*COMMAND/m.exec(screen.text)?.[0].trim().split(/\s+/)

/** The cells, and the mouse mode that the program requested, which the comparison requires. */
function underMouse({ cells: drawn, term }: Screen): unknown {
  const { mouseTrackingMode: mode } = term.modes
  if (mode === 'none') throw new Error('the program does not ask for the mouse')
  return [drawn, mode]
}
/** The names of the meters, the column titles, and the keys in the footer. */
const htopParts = (screen: Screen): unknown => [
  /Mem\[/.test(screen.text) && /Swp\[/.test(screen.text),
  titles(screen),
  /F1Help.*F10Quit/.test(screen.text),
]

describe('a program shows in a session what it shows in a terminal of this machine', () => {
  it.for([
    [
      'an editor',
      'vim',
      'vim -u NONE -N note.txt',
      ['ihello\x1b', ':set number\r', 'G', '/line 7\r', ':q!\r'],
      cells,
    ],
    ['an editor without modes', 'nano', 'nano -I note.txt', ['hello', '\x17line 7\r', '\x18n'], cells],
    ['a pager', 'less', 'less note.txt', [' ', '/line 4\n', 'G', 'q'], cells],
    [
      'a console',
      'python3',
      'python3 -q -X utf8',
      ['6*7\n', 'for i in range(2): print(i)\n\n', '\x04'],
      cells,
    ],
    [
      'a multiplexer',
      'tmux',
      'tmux -f /dev/null -L $$ new-session "PS1= bash --norc" \\; set -g default-command "PS1= bash --norc" \\; set status off',
      ['PS1=; clear\n', 'echo inside\n', '\x02"', 'exit\n', 'exit\n'],
      cells,
    ],
    [
      'a choice of changes',
      'git',
      'rm -rf .git; git init -q . && git add lines.py && git -c user.name=n -c user.email=e commit -qm one && echo "b = 2" >> lines.py && git -c color.ui=always add -p; git checkout -q lines.py',
      ['?\n', 'y\n'],
      cells,
    ],
    [
      'a password',
      'bash',
      'read -s -p "Password: " word; echo; echo "${#word}"; read -p "Name: " n; echo "$n"',
      ['secret\n', 'bob\n'],
      cells,
    ],
    [
      'colours, wide letters, and progress',
      'bash',
      String.raw`printf '\e[38;2;10;20;30mtrue\e[48;5;200mcolour\e[0m 日本 e\xcc\x81 \e[?2004h'; for i in 1 2 3; do printf "\r%d %%" $i; sleep 0.05; done; read -r x`,
      ['done\n'],
      cells,
    ],
    [
      'an editor under the mouse',
      'vim',
      'vim -u NONE -N -c "set mouse=a ttymouse=sgr" note.txt',
      // A press and release, a drag over some lines, and the wheel.
      [
        '\x1b[<0;6;5M\x1b[<0;6;5m',
        'iMOUSE\x1b',
        '\x1b[<0;3;8M\x1b[<32;9;10M\x1b[<0;9;10m',
        '\x1b',
        '\x1b[<65;10;10M',
        ':q!\r',
      ],
      underMouse,
    ],
    [
      'a pager under the mouse',
      'less',
      'less --mouse note.txt',
      ['\x1b[<65;5;5M', '\x1b[<64;5;5M', 'q'],
      underMouse,
    ],
    ['a monitor in colours', 'htop', 'htop -d 50', ['q'], htopParts],
    ['a monitor', 'top', 'top -d 5', ['q'], titles],
    // On a busy machine a program may pause for longer than that while it draws.
  ] as const)('%s: %s', { retry: 2 }, async ([_what, program, command, steps, see], { skip }) => {
    skip(!isHere(program), `${program} is not installed here`)
    const [mine, local] = [await ours(command, steps, see), await theirs(command, steps, see)]
    expect(mine.seen).toEqual(local.seen)
    expect(mine.code).toBe(local.code)
  })
})
