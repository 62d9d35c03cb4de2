import { quote } from '../runtime/shell-quote.ts'

/**
 * The shell's side of a session. The server never types a user's text into the terminal: it writes the text to a file in the
 * control folder, which the sandbox sees read-only, and types one short line that sources it. So there is no line editing, no history
 * expansion, no length limit and no prompt to recognise. The exit code comes back over a FIFO; an escape sequence with a random number
 * in the terminal's stream only marks where the output begins and ends.
 *
 * Every function here yields Bash source. Names begin with `__orrery_`; the user's `$?` is kept on both sides.
 */

/** The mark in the terminal stream; terminals ignore an OSC sequence with an unknown number. */
export const markSequence = (nonce: string, which: 'B' | 'E'): string => `\x1b]6973;${nonce}${which}\x07`

// Every command word below is written with a backslash, so that no alias of the user's takes its place.
const printMark = (nonce: string, which: 'B' | 'E'): string =>
  `\\builtin printf '\\033]6973;%s\\007' "${nonce}${which}" > /dev/tty`

/**
 * Remembers the user's last exit code, and whether an ERR trap is set: that can be asked only outside of functions. Costs a fork
 * only after a failure.
 */
const REMEMBER_STATUS =
  '__orrery_code=$?; __orrery_trap=; [[ $__orrery_code == 0 ]] || __orrery_trap=$(\\builtin trap -p ERR)'

/**
 * Leaves a function with the user's last exit code, unless that would set off the user's own `set -e` or ERR trap a second time.
 */
const RESTORE_STATUS = [
  '  if [[ $- == *e* || -n $__orrery_trap ]]; then \\builtin return 0; fi',
  '  \\builtin return "$__orrery_code"',
].join('\n')

/**
 * Reports the end of a run exactly once: sequence number, exit code and working directory, each ended by NUL. It is called after the
 * user's text, and from the prompt when an interrupt threw the shell out of that text.
 */
const reportFunction = (fifo: string): string =>
  [
    '__orrery_report() {',
    '  if [[ -n ${__orrery_run-} ]]; then',
    `    \\builtin printf '%s\\0' "$__orrery_run" "$__orrery_code" "$PWD" >> ${quote(fifo)}`,
    `    ${printMark('${__orrery_nonce}', 'E')}`,
    '    __orrery_run=',
    '  fi',
    RESTORE_STATUS,
    '}',
    `__orrery_prompt() { __orrery_code=$?; __orrery_trap=; __orrery_report; }`,
    'case "${PROMPT_COMMAND[*]-}" in',
    '  *__orrery_prompt*) ;;',
    '  *) PROMPT_COMMAND="__orrery_prompt${PROMPT_COMMAND:+;$PROMPT_COMMAND}" ;;',
    'esac',
  ].join('\n')

const STARTED = (fifo: string): string => `\\builtin printf '%s\\0' pid $$ "$BASH_VERSION" >> ${quote(fifo)}`

const PROMPTS = "PS1=SHELLPS1PREFIX; PS2=''; PS0=''"

export interface InitOptions {
  readonly fifo: string
  readonly nonce: string
  readonly sources: readonly string[]
}

/** The start-up file: terminal without echo, the user's own start-up files, then a prompt of which nobody takes notice. */
export const initScript = ({ fifo, nonce, sources }: InitOptions): string =>
  [
    'stty -echo 2>/dev/null',
    'BASH_ARGV0=bash',
    'HISTFILE=; set +o history +H',
    printMark(nonce, 'B'),
    ...sources.map((path) => `. ${quote(path)}`),
    'unset PROMPT_COMMAND',
    PROMPTS,
    `__orrery_run=0 __orrery_nonce=${nonce}`,
    reportFunction(fifo),
    STARTED(fifo),
    '',
  ].join('\n')

export interface RunOptions {
  readonly fifo: string
  readonly run: number
  readonly nonce: string
  /** The file with the user's text, as seen inside. */
  readonly command: string
  /** Whether the text's syntax must be checked before any of it runs. */
  readonly check: boolean
}

/** What the typed line sources for one command. Tracing (`set -x`) of our own lines goes nowhere. */
export const runScript = ({ fifo, run, nonce, command, check }: RunOptions): string =>
  [
    '{',
    REMEMBER_STATUS,
    `__orrery_run=${run} __orrery_nonce=${nonce}`,
    reportFunction(fifo),
    `__orrery_begin() { ${printMark(nonce, 'B')}`,
    RESTORE_STATUS,
    '}',
    check ? checkSyntax(fifo, command) : ':',
    '} 2>/dev/null',
    `if [[ -n $__orrery_run ]]; then \\. ${quote(command)}; ${REPORT}; fi`,
    '',
  ].join('\n')

/** Harmless when the run was reported already. */
const REPORT = `{ ${REMEMBER_STATUS}; __orrery_report; } 2>/dev/null`

/** `bash -n` over the text; when it complains the run ends with `syntax:` and the complaint. */
const checkSyntax = (fifo: string, command: string): string =>
  [
    '__orrery_glob=; \\builtin shopt -q extglob && __orrery_glob="-O extglob"',
    `if ! __orrery_complaint=$(IFS=' '; "$BASH" $__orrery_glob -n < ${quote(`${command}.text`)} 2>&1); then`,
    `  \\builtin printf '%s\\0' "$__orrery_run" "syntax:$__orrery_complaint" "$PWD" >> ${quote(fifo)}`,
    `  ${printMark('${__orrery_nonce}', 'B')}; ${printMark('${__orrery_nonce}', 'E')}`,
    '  __orrery_run=',
    'fi',
  ].join('\n')

/**
 * The command file: our mark, the user's text as it is, the report. The report stands in the same file so that no line of ours fails
 * where the user's text did; should the text swallow it (a heredoc without its end), the run script reports. The empty line keeps a final
 * backslash from joining it.
 */
export const commandFile = (text: string): string => `{ __orrery_begin; } 2>/dev/null\n${text}\n\n${REPORT}\n`

/** Reports the current run as ended: typed when the user's text replaced the shell by another one (`exec bash`). */
export const adoptScript = (fifo: string, run: number, nonce: string): string =>
  [
    'stty -echo 2>/dev/null',
    PROMPTS,
    `__orrery_run=${run} __orrery_nonce=${nonce} __orrery_code=0 __orrery_trap=`,
    reportFunction(fifo),
    STARTED(fifo),
    '__orrery_report',
    '',
  ].join('\n')
