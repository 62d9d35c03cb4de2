import { shellQuote } from '#shared/shell/quote.ts'
import type { Completion } from '#shared/workbench/areas/terminals.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import type { Platforms } from '../platforms.ts'
import type { Sessions } from '../sessions.ts'
import type { Jobs } from './jobs.ts'
import type { Terminals } from './terminals.ts'

/** Maximum number of completions. */
const LIMIT = 300
/** Timeout in seconds. */
const PATIENCE_S = 10

/**
 * Answers completion queries: the idle session, which knows its functions and aliases, or a separate program.
 */
interface CompletionSource {
  readonly home: string | undefined
  /** Runs a line in the session and returns its output; undefined while the session is busy. */
  readonly inSession: ((line: string, seconds: number) => Promise<string>) | undefined
  /** Runs a program in the session's directory and returns its output. */
  execute(argv: readonly string[], seconds: number): Promise<string>
}

/** The word before the cursor, and whether it is in command position. */
export function wordAt(text: string, cursor: number): { from: number; word: string; isCommand: boolean } {
  const before = text.slice(0, cursor)
  const found = /(?:[^\s;&|<>()'"\\]|\\.)*$/s.exec(before)
  const from = found?.index ?? cursor
  const preceding = before.slice(0, from)
  const isCommand = /(?:^|[;&|(\n]|\b(?:then|do|else|sudo|exec|time))\s*$/.test(preceding)
  return { from, word: before.slice(from), isCommand }
}

const unescaped = (word: string): string => word.replace(/\\(.)/gs, '$1')
const escaped = (word: string): string => word.replace(/[\s'"\\$`!&|;()<>*?[\]{}#]/g, String.raw`\$&`)
const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line !== '')

/** Completes the word before the cursor. */
async function complete(source: CompletionSource, text: string, cursor: number): Promise<Completion> {
  const { from, word, isCommand } = wordAt(text, cursor)
  const base = { from, to: cursor }
  const variable = /^\$\{?(\w*)$/.exec(word)
  if (variable) {
    const names = await ask(source, `compgen -v -- ${shellQuote(variable[1] ?? '')}`)
    const choices = names.map((name) => (word.startsWith('${') ? `\${${name}}` : `$${name}`))
    return { ...base, kind: 'variable', ...limited(choices) }
  }
  if (isCommand && !word.includes('/')) {
    const names = await ask(source, `compgen -c -- ${shellQuote(word)}`)
    return { ...base, kind: 'command', ...limited([...new Set(names)].sort().map((name) => `${name} `)) }
  }
  return { ...base, kind: 'path', ...limited(await paths(source, word)) }
}

const limited = (choices: readonly string[]): Pick<Completion, 'choices' | 'more'> => ({
  choices: choices.slice(0, LIMIT),
  more: Math.max(0, choices.length - LIMIT),
})

const PATHS =
  'compgen -f -- "$1" | head -n 2000 | while IFS= read -r p; do if [ -d "$p" ]; then printf "%s/\\n" "$p"; else printf "%s\\n" "$p"; fi; done'

async function paths({ home, execute }: CompletionSource, word: string): Promise<string[]> {
  const plain = unescaped(word)
  const atHome = home !== undefined && /^~(?=\/|$)/.test(plain)
  const expanded = atHome ? home + plain.slice(1) : plain
  const found = linesOf(await execute(['bash', '-c', PATHS, 'bash', expanded], PATIENCE_S))
  return found.sort().map((path) => {
    const shown = atHome && path.startsWith(home) ? `~${path.slice(home.length)}` : path
    return escaped(shown) + (path.endsWith('/') ? '' : ' ')
  })
}

/** Runs a line in the idle session without side effects: `$?` is restored and no variable remains. */
async function ask({ inSession, execute }: CompletionSource, question: string): Promise<string[]> {
  if (!inSession) return linesOf(await execute(['bash', '-c', question], PATIENCE_S))
  const line = `__orrery_s=$?; ${question} | head -n 3000; eval "unset __orrery_s; (exit $__orrery_s)"`
  return linesOf(await inSession(line, PATIENCE_S))
}

interface Parts {
  readonly terminals: Terminals
  readonly jobs: Jobs
  readonly sessions: Sessions
  readonly platforms: Platforms
}

/** The page's calls to terminals. */
export function terminalCalls({ terminals, jobs, sessions, platforms }: Parts): AreaHandlers<'terminals'> {
  return {
    list: () => {
      const { tabs, activeTab } = terminals.layout
      const all = terminals.all.map(({ info, record }) => ({ ...info, blocks: record.blocks }))
      return { terminals: all, tabs, activeTabs: { ...activeTab }, jobs: jobs.all }
    },
    open: (options) => terminals.open(options),
    async reopen({ id, anew }) {
      const terminal = terminals.find(id)
      if (anew) await terminal.disconnect()
      await terminal.connect()
      return null
    },
    async close({ id }) {
      await terminals.close(id)
      return null
    },
    async change({ id, ...change }) {
      await terminals.find(id).change(change)
      return null
    },
    showTab({ place, tab }) {
      terminals.showTab(place, tab)
      return null
    },
    detach: ({ id }) => terminals.detach(id),
    reattach: ({ id }) => terminals.reattach(id),
    async submit({ id, line }) {
      await terminals.find(id).submit(line)
      return null
    },
    async cancel({ id, line }) {
      await terminals.find(id).cancel(line)
      return null
    },
    async answer({ id, line }) {
      await terminals.find(id).answer(line)
      return null
    },
    interrupt: ({ id }) => terminals.find(id).interrupt(),
    async input({ id, data }) {
      await terminals.find(id).input(data)
      return null
    },
    async resize({ id, cols, rows, focused, colours }) {
      await terminals.find(id).resize({ cols, rows }, focused, colours)
      return null
    },
    async mark({ id, numbers, ...marks }) {
      await terminals.find(id).mark(numbers, marks)
      return null
    },
    async follow({ id, filter }, { signal, report }) {
      const terminal = terminals.find(id)
      terminals.watch(terminal, signal)
      jobs.poll()
      await terminals.follow(terminal, filter, signal, report)
      return null
    },
    find: ({ id, filter }) => terminals.find(id).record.find(filter),
    output: ({ id, number }) => terminals.find(id).record.output(number),
    complete({ id, text, cursor }, { signal }) {
      const { record, status } = terminals.find(id)
      const { terminal } = record
      const { platform, sandboxId, cwd, home } = terminal
      const ask = async (command: string, seconds: number): Promise<string> => {
        let answer = ''
        await sessions.run(terminal, { command, plain: true, seconds }, (chunk) => (answer += chunk))
        return answer
      }
      const source = {
        home,
        inSession: status === 'ready' ? ask : undefined,
        execute: (argv: readonly string[], seconds: number) =>
          platforms.use(
            platform,
            signal,
            async (client) => (await client.execute(sandboxId, argv, { cwd, seconds, signal })).stdout,
          ),
      }
      return complete(source, text, cursor)
    },
    startJob: async ({ id, command }) => ({
      job: (await jobs.start(terminals.find(id).record.terminal, command)).id,
    }),
    jobOutput: async ({ job }) => ({ text: await jobs.output(job) }),
    async endJob({ job }) {
      await jobs.end(job)
      return null
    },
    async removeJob({ job }) {
      await jobs.remove(job)
      return null
    },
  }
}
