import { OWN } from './enter.ts'

/** The folder of a terminal's files. */
export const folderOf = (name: string): string => `${OWN}/t/${name}`

/** Exit code: this connection no longer holds the terminal. */
export const LET_GO = 210

/**
 * Copies standard input to one FIFO, and the other FIFO to standard output until its end; then exits with the program's exit code and
 * writes `ended` to standard error.
 */
const HELD = [
  'exec 5<&0',
  'cat <&5 >"$at/in" 2>/dev/null & typed=$!',
  'cat <"$at/out"',
  'kill "$typed" 2>/dev/null',
  `code=; read -r code 2>/dev/null <"$at/code" || exit ${LET_GO}`,
  'rm -rf "$at"; echo ended >&2; exit "$code"',
]

/**
 * Runs the program on a terminal between the two FIFOs. It opens both for reading and writing, so that neither side sees an end of file
 * before the program exits. Arguments: FOLDER, COMMAND.
 */
export const HOLDER = [
  'echo $$ >"$1/holder"',
  'exec 3<>"$1/in" 4<>"$1/out"',
  'script -qfec "$2" /dev/null <&3 >&4 2>&1 3<&- 4>&-',
  'echo $? >"$1/code"',
].join('\n')

/** Starts a program on a terminal that no connection owns, and attaches to it. Arguments: FOLDER, COMMAND, {@link HOLDER}. */
export const OPEN = [
  'at=$1',
  '(umask 077; mkdir "$at" && mkfifo "$at/in" "$at/out") || exit 126',
  'echo $$ >"$at/held"',
  // Not `&`: a shell without job control lets background programs ignore interrupts.
  'setsid --fork sh -c "$3" hold "$at" "$2" </dev/null >/dev/null 2>&1 || exit 126',
  ...HELD,
].join('\n')

/** Attaches to an existing terminal, detaches its previous holder, and confirms with one byte on standard output. Argument: FOLDER. */
export const JOIN = [
  'at=$1',
  `[ -p "$at/out" ] && [ ! -e "$at/code" ] && read -r shell <"$at/shell" && kill -0 "$shell" || exit ${LET_GO}`,
  // Unless the process id has been reused.
  '{ read -r held <"$at/held" && case $(tr "\\0" " " <"/proc/$held/cmdline") in *"$at"*) kill -s KILL -- "-$held" ;; esac; } 2>/dev/null',
  'echo $$ >"$at/held"',
  // On standard output, ahead of what the program printed: on another channel it could arrive behind that.
  'printf .',
  ...HELD,
].join('\n')

/** Discards the output of all terminals whose folder names start with FOLDER; otherwise programs that print there would block for ever. */
export const DRAIN = [
  'for at in "$1"-*; do',
  '  [ -p "$at/out" ] || continue',
  '  setsid cat "$at/out" </dev/null >/dev/null 2>&1 &',
  'done',
].join('\n')

/** Hangs up this terminal and those whose folder names start with FOLDER, and kills the remaining processes of their sessions. */
export const CLOSE = [
  'for at in "$1" "$1"-*; do',
  '  { read -r shell <"$at/shell" && read -r holder <"$at/holder"; } 2>/dev/null || continue',
  // The shell has half a second to hang up its jobs and exit.
  '  kill -s HUP "$shell"; for turn in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$shell" || break; sleep 0.05; done',
  '  for one in /proc/[0-9]*; do',
  '    read -r line <"$one/stat" || continue',
  '    set -- ${line##*) }',
  '    [ "$4" != "$shell" ] || kill -s KILL "${one#/proc/}"',
  '  done',
  '  kill -s KILL -- "-$holder"; kill -s KILL -- "-$shell"',
  '  rm -rf "$at"',
  'done 2>/dev/null',
].join('\n')

/** Arguments: FOLDER, ROWS, COLS. */
export const RESIZE = 'read -r tty <"$1/tty" && stty rows "$2" cols "$3" <"$tty"'
