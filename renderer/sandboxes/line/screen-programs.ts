/** Alternative to a full-screen program, by message key. */
export type Alternative =
  'editor' | 'message' | 'pager' | 'monitor' | 'shell' | 'multiplexer' | 'password' | 'watch'

const PROGRAMS: Readonly<Record<Alternative, readonly string[]>> = {
  editor: [
    'vi',
    'vim',
    'nvim',
    'view',
    'vimdiff',
    'nano',
    'pico',
    'emacs',
    'micro',
    'joe',
    'ed',
    'mcedit',
    'hx',
    'helix',
  ],
  message: ['crontab', 'visudo', 'vipw'],
  pager: ['less', 'more', 'most', 'info'],
  monitor: [
    'top',
    'htop',
    'btop',
    'atop',
    'iotop',
    'nmon',
    'glances',
    'iftop',
    'nvtop',
    'mc',
    'ncdu',
    'ranger',
    'tig',
    'lazygit',
    'cmatrix',
    'dialog',
    'whiptail',
  ],
  shell: ['ssh', 'telnet', 'ftp', 'sftp', 'mysql', 'psql', 'sqlite3', 'redis-cli', 'gdb'],
  multiplexer: ['tmux', 'screen', 'zellij', 'byobu'],
  password: ['passwd', 'su', 'login'],
  watch: ['watch'],
}

const KIND = new Map(
  Object.entries(PROGRAMS).flatMap(([kind, names]) =>
    names.map((name) => [name, kind as Alternative] as const),
  ),
)

/** Git commands that open an editor: if the arguments match the first pattern, but not the second. */
const GIT_EDITING: Readonly<Record<string, readonly [editing: RegExp, not: RegExp]>> = {
  commit: [/^/, /\s(?:-\w*[mFC]|--(?:message|file|reuse-message|no-edit|fixup|dry-run|help)\b)/],
  revert: [/^/, /\s--(?:no-edit|abort|quit|skip|help)\b/],
  rebase: [/\s(?:-i|--interactive)\b/, /^$/],
  tag: [/\s-[as]\b/, /\s(?:-\w*[mF]|--(?:message|file)\b)/],
}

/** Git's own options, its command, the command's arguments. */
const GIT = /^git\s+(?:(?:-[Cc]\s+\S+|--?\S+)\s+)*(\w\S*)(.*)$/

function editsWithGit(text: string): boolean {
  const [, command = '', rest = ''] = GIT.exec(text) ?? []
  const rule = Object.hasOwn(GIT_EDITING, command) ? GIT_EDITING[command] : undefined
  return rule !== undefined && rule[0].test(rest) && !rule[1].test(rest)
}

/** Interpreters are interactive when given nothing to run. */
const INTERPRETERS = new Set([
  'python',
  'python3',
  'ipython',
  'node',
  'irb',
  'lua',
  'php',
  'bash',
  'sh',
  'zsh',
  'fish',
  'bc',
  'perl',
])

/** Words before a command that do not change what it is. */
const PREFIX = /^(?:[A-Za-z_]\w*=\S*|sudo|exec|command|env|nohup|time|nice|stdbuf|-\S+)$/

/** Flags with which a listed program works without a screen. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  top: /(?:^|\s)-\w*b/,
  vim: /(?:^|\s)-\w*(?:es|[Ee])\b/,
  ssh: /^ssh(?:\s+-\S+(?:\s+\S+)?)*\s+[^-\s]\S*\s+\S/,
  mysql: /(?:^|\s)(?:-e|--execute)|</,
  psql: /(?:^|\s)(?:-c|-f|--command|--file)|</,
  sqlite3: /^sqlite3\s+\S+\s+\S|</,
  'redis-cli': /^redis-cli\s+(?:-\S+\s+\S+\s+)*[A-Za-z]/,
  gdb: /(?:^|\s)--?batch/,
  tmux: /^tmux\s+(?:new(?:-session)?\s+.*-d|ls|list|kill|send|has)/,
  screen: /(?:^|\s)-(?:dm|ls|wipe|X)/,
  su: /(?:^|\s)-c\b|--command/,
  crontab: /(?:^|\s)-[lr]\b|^crontab\s+[^-]/,
}

/** A program that a request/response session cannot run, and the alternative. */
export interface ScreenProgram {
  readonly name: string
  readonly alternative: Alternative
}

/**
 * Detects a full-screen or interactive program before the line is sent; redirected output makes it harmless.
 */
export function screenProgram(line: string): ScreenProgram | undefined {
  if (/<<|\n/.test(line)) return undefined
  for (const part of line.split(/&&|\|\||;/)) {
    const stages = part.split('|')
    const stage = stages.at(-1)?.trim() ?? ''
    if (/>\s*\S/.test(stage)) continue
    const words = stage.split(/\s+/)
    while (words.length > 1 && PREFIX.test(words[0] ?? '')) words.shift()
    const name = (words[0] ?? '').replace(/^.*\//, '')
    const text = [name, ...words.slice(1)].join(' ')
    if (editsWithGit(text)) return { name: 'git', alternative: 'message' }
    const alternative = KIND.get(name)
    if (alternative && !HARMLESS[name]?.test(text)) return { name, alternative }
    const alone = words.length === 1 || (words.length === 2 && words[1] === '-i')
    if (INTERPRETERS.has(name) && alone && stages.length === 1 && !stage.includes('<'))
      return { name, alternative: 'shell' }
  }
  return undefined
}
