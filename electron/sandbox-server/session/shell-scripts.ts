import { shellQuote } from '#shared/shell/quote.ts'
import { type Aim, AIM, moveLines, SURVEY } from './output-scripts.ts'
import { END_MARK, readKey, SIGN, STARTED, SYNTAX_ERROR, UNMARKED } from './shell-key.ts'

/**
 * The shell's side of a session. The server never types a user's command into the terminal: it writes the command to a file in the
 * control folder, which is read-only inside the sandbox, and types one short line that sources it. So there is no line editing, no
 * history expansion, no length limit and no prompt to recognize. The exit code comes back over a FIFO; escape sequences with a nonce
 * in the terminal's stream only mark where the output begins and ends.
 * Every function here returns Bash source. Names begin with `__orrery_`; the user's `$?` is preserved.
 */

/** Characters of a run's nonce in its end mark, before the signature. */
const HALF = 16

/** The text of a run's end mark; `signature` covers the run's number and {@link END_MARK}. */
export const endMark = (nonce: string, signature: string): string => nonce.slice(0, HALF) + signature

// Command words are escaped with a backslash, so that the user's aliases do not apply.
const print = (format: string, values: string): string =>
  `\\builtin printf '\\033]6973;${format}\\007' ${values} > "\${__orrery_out:-/dev/tty}"`

const printBegin = (nonce: string): string => print('%sB', `"${nonce}"`)

/**
 * Saves the user's last exit code, and whether an ERR trap is set, which can only be queried outside of functions. Forks only
 * after a failure.
 */
const REMEMBER_STATUS =
  '__orrery_code=$?; __orrery_trap=; [[ $__orrery_code == 0 ]] || __orrery_trap=$(\\builtin trap -p ERR)'

/**
 * Returns from a function with the user's last exit code, unless that would trigger the user's `set -e` or ERR trap a second
 * time.
 */
const RESTORE_STATUS =
  'if [[ $- == *e* || -n $__orrery_trap ]]; then \\builtin return 0; fi; \\builtin return "$__orrery_code"'

/**
 * The driver's functions. `begin` RUN NONCE opens a run; `report` ends it exactly once: first a mark in the stream, then number, exit
 * code and working directory over the FIFO, each ended by NUL. A report thus implies that the mark was written; an exclamation mark
 * after the code means that it could not be, and after an ampersand come the outputs that others hold. Both are signed, since any
 * program can write to either. `report` is called after the user's command, and from the prompt if an interrupt aborted the command
 * or the command consumed the call. `again` only restores `$?`. `discard` drops input that was typed for the command (the `typed`
 * file exists) and not read by it, because the shell would run it as a command.
 */
const driver = ({ fifo, typed, last }: DriverFiles): string =>
  [
    SIGN,
    // `-N` reads an incomplete line as well.
    '__orrery_discard() {',
    '  \\builtin local rest=. most=100',
    '  while [[ -n $rest ]] && (( most-- > 0 )); do \\builtin read -r -s -t 0.02 -N 4096 rest || :; done',
    '}',
    `__orrery_again() { ${RESTORE_STATUS}; }`,
    '__orrery_begin() {',
    '  __orrery_run=$1 __orrery_nonce=$2',
    '  case "${PROMPT_COMMAND[*]-}" in',
    '    *__orrery_prompt*) ;;',
    '    *) PROMPT_COMMAND="__orrery_prompt${PROMPT_COMMAND:+;$PROMPT_COMMAND}" ;;',
    '  esac',
    `  ${printBegin('$2')}`,
    '  __orrery_again',
    '}',
    '__orrery_end() {',
    '  \\builtin local __orrery_signed',
    `  __orrery_sign "$1" ${END_MARK}`,
    `  ${print('%s%sE', `"\${2:0:${HALF}}" "$__orrery_signed"`)}`,
    '}',
    // tell RUN WHAT TEXT: reports TEXT about a run, signed as WHAT.
    '__orrery_tell() {',
    '  \\builtin local __orrery_signed',
    '  __orrery_sign "$1" "$2"',
    // First to the file: a server that joins reads it after it began to receive reports, and so misses none.
    ...(last === undefined
      ? []
      : [`  \\builtin printf '%s\\0' "$1:$__orrery_signed" "$3" "$PWD" >| ${shellQuote(last)}`]),
    `  \\builtin printf '%s\\0' "$1:$__orrery_signed" "$3" "$PWD" >> ${shellQuote(fifo)}`,
    '}',
    '__orrery_report() {',
    '  if [[ -n ${__orrery_run-} ]]; then',
    `    if [[ -t 0 && -e ${shellQuote(typed)} ]]; then __orrery_discard; fi`,
    '    \\builtin local __orrery_unmarked=0',
    `    __orrery_end "$__orrery_run" "$__orrery_nonce" || __orrery_unmarked=${UNMARKED}`,
    '    __orrery_survey',
    '    (( __orrery_unmarked )) && __orrery_code_out=$__orrery_code! || __orrery_code_out=$__orrery_code',
    '    __orrery_tell "$__orrery_run" $((__orrery_code + __orrery_unmarked)) "$__orrery_code_out${__orrery_held:+&$__orrery_held}"',
    '    __orrery_run=',
    '  fi',
    '  __orrery_again',
    '}',
    '__orrery_prompt() { __orrery_code=$?; __orrery_trap=; __orrery_report; }',
    SURVEY,
    AIM,
    `__orrery_tell "$__orrery_run" ${STARTED} "pid $$"`,
  ].join('\n')

/** The prompt, as on the platform; it is ignored. */
export const PROMPT = 'SHELLPS1PREFIX'

const PROMPTS = `PS1=${PROMPT}; PS2=''; PS0=''`

interface DriverFiles {
  readonly fifo: string
  /** A file that exists once something was typed for the running command. */
  readonly typed: string
  /** A file with the last report, for shells that another server may join. */
  readonly last?: string | undefined
}

interface InitOptions extends DriverFiles {
  /** The FIFO that contains the key. */
  readonly key: string
  readonly nonce: string
  readonly sources: readonly string[]
}

/** The startup file: no pager, the user's own startup files, then a prompt that is ignored. */
export const initScript = ({ fifo, key, typed, last, nonce, sources }: InitOptions): string =>
  [
    readKey(shellQuote(key)),
    'BASH_ARGV0=bash',
    'HISTFILE=; set +o history +H',
    // There is no terminal for a pager or an editor by default; users who want one set these.
    ': "${PAGER=cat}" "${GIT_MERGE_AUTOEDIT=no}"; export PAGER GIT_MERGE_AUTOEDIT',
    printBegin(nonce),
    ...sources.map((path) => `. ${shellQuote(path)}`),
    'PROMPT_COMMAND=__orrery_prompt',
    PROMPTS,
    `__orrery_run=0 __orrery_nonce=${nonce}`,
    driver({ fifo, typed, last }),
    '',
  ].join('\n')

interface RunOptions {
  readonly run: number
  readonly nonce: string
  /** Path of the command file inside the sandbox. */
  readonly command: string
}

/** Does nothing if the run was already reported. */
const REPORT = `{ ${REMEMBER_STATUS}; __orrery_report; } 2>/dev/null`

/** What a shell that echoes its input (`set -v`) prints of {@link commandFile} after the user's command. */
export const SHOWN_REPORT = `\r\n${REPORT}\r\n`

/**
 * The command file: the beginning, the user's command unchanged, the report. They are in one file, so that no line of the driver fails
 * in place of the user's. The empty line keeps a final backslash from joining the report. Tracing (`set -x`) of the driver's lines is
 * discarded, or comes before the mark. After a check ({@link checkFile}) the user's `$?` is already saved.
 */
export function commandFile(text: string, run: number, nonce: string, checked: boolean, aim?: Aim): string {
  const remember = checked ? '' : `${REMEMBER_STATUS}; `
  const first = aim ? `{ ${remember}:; } 2>/dev/null\n${moveLines(aim)}{ ` : `{ ${remember}`
  return `${first}__orrery_begin ${run} ${nonce}; } 2>/dev/null\n${text}\n\n${REPORT}\n`
}

/**
 * Succeeds if `bash -n` accepts the user's command, which is in its own file; otherwise ends the run with `syntax:` and the error. It does
 * not source the command itself, because each level of sourcing adds a character to what `set -x` prints before the user's lines.
 */
export const checkFile = ({ run, nonce, command }: RunOptions): string =>
  [
    '{',
    REMEMBER_STATUS,
    '__orrery_glob=; \\builtin shopt -q extglob && __orrery_glob="-O extglob"',
    `__orrery_complaint=$(IFS=' '; "$BASH" $__orrery_glob -n < ${shellQuote(`${command}.text`)} 2>&1) || {`,
    `  ${printBegin(nonce)}`,
    `  __orrery_end ${run} ${nonce}`,
    `  __orrery_tell ${run} ${SYNTAX_ERROR} "syntax:$__orrery_complaint"`,
    '  \\builtin return 1',
    '}',
    '} 2>/dev/null',
    '',
  ].join('\n')

/** Writes the end mark of a reported run again, for a terminal that lost it: an interrupt at the wrong moment flushes its buffer. */
export const markFile = (run: number, nonce: string): string =>
  `{ ${REMEMBER_STATUS}; __orrery_end ${run} ${nonce}; __orrery_again; } 2>/dev/null\n`

/**
 * Reports the current run as ended. Typed when the user's command replaced the shell (`exec bash`); the new one may have line editing
 * and echo it.
 */
export const adoptScript = (
  { fifo, key, typed, last }: Pick<InitOptions, 'fifo' | 'key' | 'last' | 'typed'>,
  run: number,
  nonce: string,
  { path, keepers }: Aim,
): string =>
  [
    readKey(shellQuote(key)),
    'stty -echo 2>/dev/null',
    'PROMPT_COMMAND=__orrery_prompt',
    PROMPTS,
    `__orrery_run=${run} __orrery_nonce=${nonce} __orrery_code=0 __orrery_trap=`,
    `__orrery_out=${shellQuote(path)} __orrery_keepers=(${keepers.map(shellQuote).join(' ')})`,
    driver({ fifo, typed, last }),
    '__orrery_report',
    '',
  ].join('\n')
