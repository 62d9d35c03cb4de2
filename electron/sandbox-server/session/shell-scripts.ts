import { shellQuote } from '#shared/shell/quote.ts'
import { type Aim, AIM, moveLines, SURVEY } from './output-scripts.ts'

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
  `\\builtin printf '\\033]6973;%s\\007' "${nonce}${which}" > "\${__orrery_out:-/dev/tty}"`

/**
 * Remembers the user's last exit code, and whether an ERR trap is set: that can be asked only outside of functions. Costs a fork
 * only after a failure.
 */
const REMEMBER_STATUS =
  '__orrery_code=$?; __orrery_trap=; [[ $__orrery_code == 0 ]] || __orrery_trap=$(\\builtin trap -p ERR)'

/**
 * Leaves a function with the user's last exit code, unless that would set off the user's own `set -e` or ERR trap a second time.
 */
const RESTORE_STATUS =
  'if [[ $- == *e* || -n $__orrery_trap ]]; then \\builtin return 0; fi; \\builtin return "$__orrery_code"'

/**
 * The driver's functions. `begin` RUN NONCE opens a run; `report` ends it exactly once: first a mark in the stream, then sequence
 * number, exit code and working directory over the FIFO, each ended by NUL. So whoever has the report knows that the mark was written;
 * an exclamation mark after the code says that it could not be, and behind an ampersand stand the outputs that others hold. `report` is
 * called after the user's text, and from the prompt when an interrupt threw the shell out of that text or the text swallowed the call.
 * `again` only restores `$?`.
 */
const driver = (fifo: string): string =>
  [
    `__orrery_again() { ${RESTORE_STATUS}; }`,
    '__orrery_begin() {',
    '  __orrery_run=$1 __orrery_nonce=$2',
    '  case "${PROMPT_COMMAND[*]-}" in',
    '    *__orrery_prompt*) ;;',
    '    *) PROMPT_COMMAND="__orrery_prompt${PROMPT_COMMAND:+;$PROMPT_COMMAND}" ;;',
    '  esac',
    `  ${printMark('$2', 'B')}`,
    '  __orrery_again',
    '}',
    '__orrery_report() {',
    '  if [[ -n ${__orrery_run-} ]]; then',
    `    ${printMark('${__orrery_nonce}', 'E')} && __orrery_unmarked= || __orrery_unmarked='!'`,
    '    __orrery_survey',
    '    __orrery_code_out=$__orrery_code$__orrery_unmarked${__orrery_held:+&$__orrery_held}',
    `    \\builtin printf '%s\\0' "$__orrery_run" "$__orrery_code_out" "$PWD" >> ${shellQuote(fifo)}`,
    '    __orrery_run=',
    '  fi',
    '  __orrery_again',
    '}',
    '__orrery_prompt() { __orrery_code=$?; __orrery_trap=; __orrery_report; }',
    SURVEY,
    AIM,
  ].join('\n')

const STARTED = (fifo: string): string =>
  `\\builtin printf '%s\\0' pid $$ "$BASH_VERSION" >> ${shellQuote(fifo)}`

/** The prompt of which nobody takes notice: the platform's own word. */
export const PROMPT = 'SHELLPS1PREFIX'

const PROMPTS = `PS1=${PROMPT}; PS2=''; PS0=''`

export interface InitOptions {
  readonly fifo: string
  readonly nonce: string
  readonly sources: readonly string[]
}

/** The start-up file: terminal without echo, no pager, the user's own start-up files, then a prompt of which nobody takes notice. */
export const initScript = ({ fifo, nonce, sources }: InitOptions): string =>
  [
    'stty -echo 2>/dev/null',
    'BASH_ARGV0=bash',
    'HISTFILE=; set +o history +H',
    // Nobody can press the keys that a pager or an editor waits for; whoever wants one sets these.
    ': "${PAGER=cat}" "${GIT_MERGE_AUTOEDIT=no}"; export PAGER GIT_MERGE_AUTOEDIT',
    printMark(nonce, 'B'),
    ...sources.map((path) => `. ${shellQuote(path)}`),
    'PROMPT_COMMAND=__orrery_prompt',
    PROMPTS,
    `__orrery_run=0 __orrery_nonce=${nonce}`,
    driver(fifo),
    STARTED(fifo),
    '',
  ].join('\n')

export interface RunOptions {
  readonly fifo: string
  readonly run: number
  readonly nonce: string
  /** The command file, as seen inside. */
  readonly command: string
}

/** Harmless when the run was reported already. */
const REPORT = `{ ${REMEMBER_STATUS}; __orrery_report; } 2>/dev/null`

/** What a shell that shows its input (`set -v`) prints of {@link commandFile} after the user's text. */
export const SHOWN_REPORT = `\r\n${REPORT}\r\n`

/**
 * The command file: the beginning, the user's text as it is, the report. All stand in one file so that no line of ours fails where the
 * user's text did. The empty line keeps a final backslash from joining the report. Tracing (`set -x`) of our own lines goes nowhere, or
 * comes before the mark. After a check ({@link checkFile}) the user's `$?` is remembered already.
 */
export function commandFile(text: string, run: number, nonce: string, checked: boolean, aim?: Aim): string {
  const remember = checked ? '' : `${REMEMBER_STATUS}; `
  const first = aim ? `{ ${remember}:; } 2>/dev/null\n${moveLines(aim)}{ ` : `{ ${remember}`
  return `${first}__orrery_begin ${run} ${nonce}; } 2>/dev/null\n${text}\n\n${REPORT}\n`
}

/**
 * Succeeds when `bash -n` has no complaint about the user's text, which lies beside the command file; else the run ends with `syntax:` and
 * the complaint. Not itself the one to source the command: every sourcing adds a sign to what `set -x` prints before the user's lines.
 */
export const checkFile = ({ fifo, run, nonce, command }: RunOptions): string =>
  [
    '{',
    REMEMBER_STATUS,
    '__orrery_glob=; \\builtin shopt -q extglob && __orrery_glob="-O extglob"',
    `__orrery_complaint=$(IFS=' '; "$BASH" $__orrery_glob -n < ${shellQuote(`${command}.text`)} 2>&1) || {`,
    `  ${printMark(nonce, 'B')}`,
    `  ${printMark(nonce, 'E')}`,
    `  \\builtin printf '%s\\0' ${run} "syntax:$__orrery_complaint" "$PWD" >> ${shellQuote(fifo)}`,
    '  \\builtin return 1',
    '}',
    '} 2>/dev/null',
    '',
  ].join('\n')

/** Writes the end mark of a reported run once more, for a terminal that lost it: an interrupt typed at the wrong moment empties it. */
export const markFile = (nonce: string): string =>
  `{ ${REMEMBER_STATUS}; ${printMark(nonce, 'E')}; __orrery_again; } 2>/dev/null\n`

/** Reports the current run as ended: typed when the user's text replaced the shell by another one (`exec bash`). */
export const adoptScript = (fifo: string, run: number, nonce: string, { path, keepers }: Aim): string =>
  [
    'stty -echo 2>/dev/null',
    'PROMPT_COMMAND=__orrery_prompt',
    PROMPTS,
    `__orrery_run=${run} __orrery_nonce=${nonce} __orrery_code=0 __orrery_trap=`,
    `__orrery_out=${shellQuote(path)} __orrery_keepers=(${keepers.map(shellQuote).join(' ')})`,
    driver(fifo),
    STARTED(fifo),
    '__orrery_report',
    '',
  ].join('\n')
