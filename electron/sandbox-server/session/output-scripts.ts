import { shellQuote } from '#shared/shell/quote.ts'

/** The shell's side of {@link Outputs}: it finds out who holds its outputs, and moves from one to another. */

/** Where a command is to print: the file as the shell opens it, empty for its terminal; and all such files but the terminal. */
export interface Aim {
  readonly path: string
  readonly keepers: readonly string[]
}

/** Moves the shell's output; no longer inside the braces that silence our own lines, since those put the descriptors back. */
export const moveLines = ({ path, keepers }: Aim): string =>
  [
    `{ __orrery_aim ${[path, ...keepers].map(shellQuote).join(' ')}; } 2>/dev/null`,
    // Not with "builtin": it would put the descriptors back, too.
    '__orrery_follows 1 && \\exec > "$__orrery_out"',
    '__orrery_follows 2 && \\exec 2> "$__orrery_out"',
    '',
  ].join('\n')

/**
 * Puts into `__orrery_held` the numbers of the outputs (0 is the terminal, the others those of `aim`) that another process but the
 * shell's parent has as its standard output or error, or at one of the descriptors from 10 on where a shell keeps these while a redirection
 * lasts, be it that of one `echo`. And a `t` when the user brought the shell's own back with `exec > /dev/tty`, which now is not where it
 * shall print. Where there is no /proc no process is seen. A fraction of a millisecond in a sandbox with few processes.
 */
export const SURVEY = [
  '__orrery_survey() {',
  '  \\builtin local process output index held noglob=',
  '  __orrery_held=',
  '  if [[ $- == *f* ]]; then noglob=-f; \\builtin set +f; fi',
  '  for process in /proc/[0-9]*; do',
  '    if (( ${process#/proc/} != $$ && ${process#/proc/} != PPID )); then',
  '      index=0',
  '      for output in "/proc/$$/fd/0" ${__orrery_keepers[@]+"${__orrery_keepers[@]}"}; do',
  '        if [[ $output != "$process"/* && ,$__orrery_held != *,$index,* ]]; then',
  '          for held in 1 2 10 11 12 13; do',
  '            if [[ $process/fd/$held -ef $output ]]; then',
  '              __orrery_held+=$index,',
  '              \\builtin break',
  '            fi',
  '          done',
  '        fi',
  '        index=$((index + 1))',
  '      done',
  '    fi',
  '  done',
  '  [[ -z $noglob ]] || \\builtin set -f',
  '  if [[ -n ${__orrery_out-} ]] && [[ /proc/$$/fd/1 -ef /dev/tty || /proc/$$/fd/2 -ef /dev/tty ]]; then __orrery_held+=t; fi',
  '}',
].join('\n')

/**
 * `aim` OUTPUT KEEPER… chooses the shell's output from now on, the terminal where OUTPUT is empty; KEEPER… are all outputs but the
 * terminal. What the user redirected himself stays as it is: `follows` DESCRIPTOR succeeds for one that is still where our output was.
 * Where that has lost its keeper its name is gone, and any device will do.
 */
export const AIM = [
  '__orrery_aim() {',
  '  __orrery_old=${__orrery_out:-/proc/$$/fd/0}',
  // By this name, since /dev/tty opens as another file than the terminal that the survey looks for.
  '  [[ ! -w ${1:-/proc/$$/fd/0} ]] || __orrery_out=${1:-/proc/$$/fd/0}',
  '  \\builtin shift',
  '  __orrery_keepers=("$@")',
  '}',
  '__orrery_follows() {',
  '  if [[ -e $__orrery_old ]]; then [[ /proc/$$/fd/$1 -ef $__orrery_old || /proc/$$/fd/$1 -ef /dev/tty ]]',
  '  else [[ -c /proc/$$/fd/$1 && ! /proc/$$/fd/$1 -ef /dev/null ]]; fi',
  '}',
].join('\n')
