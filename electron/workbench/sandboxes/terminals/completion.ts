import type { Completion } from '#shared/workbench/areas/terminals.ts'
import { shellQuote } from '#shared/shell/quote.ts'

/** Choices that are told at most. */
const LIMIT = 300
/** Seconds after which a question is given up. */
const PATIENCE_S = 10

/** Who answers: the idle session, which knows its functions and aliases, or a program beside it. */
interface CompletionSource {
  readonly home: string | undefined
  /** Runs a line in the session and answers what it printed; undefined while the session is busy. */
  readonly inSession: ((line: string, seconds: number) => Promise<string>) | undefined
  /** Runs a program in the session's directory and answers what it printed. */
  execute(argv: readonly string[], seconds: number): Promise<string>
}

/** The word before the cursor, and whether it stands where a command does. */
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

/** What the word before the cursor may become. */
export async function complete(source: CompletionSource, text: string, cursor: number): Promise<Completion> {
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

/** Asks the idle session without leaving a trace: `$?` is what it was, and no variable stays. */
async function ask({ inSession, execute }: CompletionSource, question: string): Promise<string[]> {
  if (!inSession) return linesOf(await execute(['bash', '-c', question], PATIENCE_S))
  const line = `__orrery_s=$?; ${question} | head -n 3000; eval "unset __orrery_s; (exit $__orrery_s)"`
  return linesOf(await inSession(line, PATIENCE_S))
}
