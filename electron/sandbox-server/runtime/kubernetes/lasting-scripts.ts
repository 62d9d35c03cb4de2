import { OWN } from './enter.ts'

/** Where a terminal's files lie, by its name. */
export const folderOf = (name: string): string => `${OWN}/t/${name}`

/** No server holds the terminal any more. */
export const LET_GO = 210

/** Input goes to one FIFO, output comes from the other until all of it is read; then the exit code is there. Says `ended` on standard error if it is the program's own. */
const HELD = [
  'exec 5<&0',
  'cat <&5 >"$at/in" 2>/dev/null & typed=$!',
  'cat <"$at/out"',
  'kill "$typed" 2>/dev/null',
  `code=; read -r code 2>/dev/null <"$at/code" || exit ${LET_GO}`,
  'rm -rf "$at"; echo ended >&2; exit "$code"',
]

/** Stands between: with both FIFOs open both ways, so that neither side sees an end before the program's. FOLDER, and what runs. */
export const HOLDER = [
  'echo $$ >"$1/holder"',
  'exec 3<>"$1/in" 4<>"$1/out"',
  'script -qfec "$2" /dev/null <&3 >&4 2>&1 3<&- 4>&-',
  'echo $? >"$1/code"',
].join('\n')

/** Starts a program on a terminal that no connection owns, and holds it: FOLDER, what runs, {@link HOLDER}. */
export const OPEN = [
  'at=$1',
  '(umask 077; mkdir "$at" && mkfifo "$at/in" "$at/out") || exit 126',
  'echo $$ >"$at/held"',
  // Not with an ampersand, after which a program ignores interrupts.
  'setsid --fork sh -c "$3" hold "$at" "$2" </dev/null >/dev/null 2>&1 || exit 126',
  ...HELD,
].join('\n')

/** Holds a terminal that is there, and says so on its standard error: FOLDER. Whoever held it before does so no more. */
export const JOIN = [
  'at=$1',
  `[ -p "$at/out" ] && [ ! -e "$at/code" ] && read -r shell <"$at/shell" && kill -0 "$shell" || exit ${LET_GO}`,
  // Unless its number is another program's by now.
  '{ read -r held <"$at/held" && case $(tr "\\0" " " <"/proc/$held/cmdline") in *"$at"*) kill -s KILL -- "-$held" ;; esac; } 2>/dev/null',
  'echo $$ >"$at/held"',
  'echo . >&2',
  ...HELD,
].join('\n')

/** What is printed goes nowhere, on all terminals whose folders begin so: FOLDER. Else who prints there would wait for ever. */
export const DRAIN = [
  'for at in "$1"-*; do',
  '  [ -p "$at/out" ] || continue',
  '  setsid cat "$at/out" </dev/null >/dev/null 2>&1 &',
  'done',
].join('\n')

/** Hangs up, also on the terminals whose folders begin so, and kills what is left of their sessions: FOLDER. */
export const CLOSE = [
  'for at in "$1" "$1"-*; do',
  '  { read -r shell <"$at/shell" && read -r holder <"$at/holder"; } 2>/dev/null || continue',
  // The shell hangs up on its jobs before it ends, for which it gets half a second.
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

/** FOLDER, ROWS, COLS. */
export const RESIZE = 'read -r tty <"$1/tty" && stty rows "$2" cols "$3" <"$tty"'
