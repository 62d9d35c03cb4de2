import { shellQuote } from '#shared/shell/quote.ts'
import { workbench } from '../../app/workbench.ts'
import type { TerminalState } from '../sessions/terminal.ts'

export interface Completion {
  /** The range of the line that a choice replaces. */
  readonly from: number
  readonly to: number
  readonly kind: 'command' | 'path' | 'variable'
  readonly choices: readonly string[]
  /** Choices that exist beyond those listed. */
  readonly more: number
}

/** Choices that are asked for at most. */
const LIMIT = 300

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

/** The longest beginning that all choices share. */
export function sharedStart(choices: readonly string[]): string {
  let [shared = ''] = choices
  for (const choice of choices) while (!choice.startsWith(shared)) shared = shared.slice(0, -1)
  return shared
}

/**
 * Asks for completions. Commands and variables come from the session itself, so that its functions and aliases are there; while it is
 * busy, and for paths, from a program beside it that stands in the session's directory.
 */
export async function complete(
  terminal: TerminalState,
  text: string,
  cursor: number,
  signal: AbortSignal,
): Promise<Completion> {
  const { from, word, isCommand } = wordAt(text, cursor)
  const base = { from, to: cursor }
  const variable = /^\$\{?(\w*)$/.exec(word)
  if (variable) {
    const names = await askSession(terminal, `compgen -v -- ${shellQuote(variable[1] ?? '')}`, signal)
    const opening = word.startsWith('${') ? '${' : '$'
    const choices = names.map((name) => (opening === '${' ? `\${${name}}` : `$${name}`))
    return { ...base, kind: 'variable', ...limited(choices) }
  }
  if (isCommand && !word.includes('/')) {
    const names = await askSession(terminal, `compgen -c -- ${shellQuote(word)}`, signal)
    return { ...base, kind: 'command', ...limited([...new Set(names)].sort().map((name) => `${name} `)) }
  }
  return { ...base, kind: 'path', ...limited(await paths(terminal, word, signal)) }
}

const limited = (choices: readonly string[]): { choices: readonly string[]; more: number } => ({
  choices: choices.slice(0, LIMIT),
  more: Math.max(0, choices.length - LIMIT),
})

async function paths(terminal: TerminalState, word: string, signal: AbortSignal): Promise<string[]> {
  const plain = unescaped(word)
  const expanded = terminal.home && /^~(?=\/|$)/.test(plain) ? terminal.home + plain.slice(1) : plain
  const script =
    'compgen -f -- "$1" | head -n 2000 | while IFS= read -r p; do if [ -d "$p" ]; then printf "%s/\\n" "$p"; else printf "%s\\n" "$p"; fi; done'
  const { platform, sandboxId, cwd } = terminal
  const { stdout } = await workbench.call(
    'sandboxes.execute',
    {
      platform,
      sandboxId,
      command: ['bash', '-c', script, 'bash', expanded],
      ...(cwd ? { cwd } : {}),
      timeoutSeconds: 10,
    },
    { signal },
  )
  const written = plain.length - expanded.length === 0 ? undefined : terminal.home
  return stdout
    .split('\n')
    .filter((path) => path !== '')
    .sort()
    .map((path) => {
      const shown =
        written !== undefined && path.startsWith(written) ? `~${path.slice(written.length)}` : path
      return escaped(shown) + (path.endsWith('/') ? '' : ' ')
    })
}

/** Asks the idle session without leaving a trace: `$?` is what it was, and no variable stays. */
async function askSession(terminal: TerminalState, question: string, signal: AbortSignal): Promise<string[]> {
  const { platform, sandboxId, session, cwd, status } = terminal
  if (status !== 'ready') {
    const { stdout } = await workbench.call(
      'sandboxes.execute',
      { platform, sandboxId, command: question, ...(cwd ? { cwd } : {}), timeoutSeconds: 10 },
      { signal },
    )
    return stdout.split('\n').filter((line) => line !== '')
  }
  let answer = ''
  const command = `__orrery_s=$?; ${question} | head -n 3000; eval "unset __orrery_s; (exit $__orrery_s)"`
  await workbench.call(
    'sandboxes.run',
    { platform, sandboxId, session, command, plain: true, timeoutSeconds: 10 },
    { signal, onProgress: ({ chunk }) => (answer += chunk) },
  )
  return answer.split(/\r?\n/).filter((line) => line !== '')
}
