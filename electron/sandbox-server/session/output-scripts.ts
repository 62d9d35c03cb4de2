import { shellQuote } from '#shared/shell/quote.ts'

/**
 * The shell's side of {@link Outputs}: detects which processes hold its outputs, and redirects the shell to
 * another.
 */

/**
 * Where a command prints: the file that the shell opens, empty for its terminal; and the files of all outputs except the
 * terminal.
 */
export interface Aim {
  readonly path: string
  readonly keepers: readonly string[]
}

/**
 * Redirects the shell's output. Must stay outside the braces that silence the driver's lines, since closing them restores the
 * descriptors.
 */
export const moveLines = ({ path, keepers }: Aim): string =>
  [
    `{ __orrery_aim ${[path, ...keepers].map(shellQuote).join(' ')}; } 2>/dev/null`,
    // Without `builtin`, which would restore the descriptors, too.
    '__orrery_follows 1 && \\exec > "$__orrery_out"',
    '__orrery_follows 2 && \\exec 2> "$__orrery_out"',
    '',
  ].join('\n')

/**
 * Sets `__orrery_held` to the numbers of the outputs (0 is the terminal, the others those of `aim`) that are held by a process other than
 * the shell and its parent: as stdout or stderr, or as one of the descriptors from 10 on where a shell saves those during a redirection,
 * even that of one `echo`. Adds `t` if the user restored the shell's own output with `exec > /dev/tty` while it should print elsewhere.
 * Without /proc no process is seen. Takes a fraction of a millisecond in a sandbox with few processes.
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
 * `aim` OUTPUT KEEPER… sets the shell's output from now on, the terminal if OUTPUT is empty; KEEPER… are all outputs except the
 * terminal. The user's own redirections stay: `follows` DESCRIPTOR succeeds for one that still points to the previous output. If that
 * output has lost its keeper, its path is gone, and any character device counts.
 */
export const AIM = [
  '__orrery_aim() {',
  '  __orrery_old=${__orrery_out:-/proc/$$/fd/0}',
  // This path rather than /dev/tty, which opens as a different file than the terminal that the survey
  // compares with.
  '  [[ ! -w ${1:-/proc/$$/fd/0} ]] || __orrery_out=${1:-/proc/$$/fd/0}',
  '  \\builtin shift',
  '  __orrery_keepers=("$@")',
  '}',
  '__orrery_follows() {',
  '  if [[ -e $__orrery_old ]]; then [[ /proc/$$/fd/$1 -ef $__orrery_old || /proc/$$/fd/$1 -ef /dev/tty ]]',
  '  else [[ -c /proc/$$/fd/$1 && ! /proc/$$/fd/$1 -ef /dev/null ]]; fi',
  '}',
].join('\n')
