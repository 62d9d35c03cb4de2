/**
 * Signals for the foreground job of a session's shell. Sent by a process inside the sandbox, which has the
 * same pid namespace as the shell and needs no privileges outside.
 */

/**
 * POSIX shell script: sends signal $2 to the foreground process group of the terminal of shell $1 and prints
 * whom it signalled. $3 is the previous recipient, which is not signalled twice. $4 is `too` when the shell
 * itself may be signalled if it is in the foreground (it then runs a builtin), and `also` when the shell gets
 * the signal in addition to its program: a shell that starts programs faster than we can look would otherwise
 * continue forever.
 *
 * Prints `sure WHO` when the process certainly received the signal. Prints `perhaps WHO` when the signal may
 * have had no effect and the shell may continue: the process was exiting (state Z or X, flag 4 is
 * PF_EXITING); it has the shell's name and may be a child of the shell before exec, which drops the signal;
 * it is the shell, which may be about to start a program; or it neither ignores nor catches INT (second bit
 * of SigIgn and SigCgt), so that a shell that continues did not see it die of it. Prints `same` when $3 is
 * still in the foreground, and nothing when there is no foreground job. The fields are those of
 * `/proc/PID/stat` after the name: state, parent, group, session, terminal, the terminal's foreground group,
 * flags.
 */
export const FOREGROUND_SIGNAL = [
  'read -r line 2>/dev/null < "/proc/$1/stat" || {',
  '  group=$(ps -o tpgid= -p "$1" | tr -d " ")',
  '  [ "${group:-0}" -gt 0 ] && kill -s "$2" -- "-$group" && echo "sure $group"; exit; }',
  'pid=$1 shell=${line#*(}; shell=${shell%)*}',
  'set -- "$2" "$3" "$4" ${line##*) }',
  'group=$9; [ "$group" -gt 0 ] || exit 0',
  'heeds() { while read -r key bits; do case "$key$bits" in Sig[IC]g[nt]:*[2367abef]) return 0 ;; esac; done 2>/dev/null < "/proc/$1/status"; return 1; }',
  'if [ "$group" = "$6" ]; then',
  '  [ "$3" != not ] || exit 0',
  '  who=$group is=perhaps',
  'else',
  '  line=; read -r line 2>/dev/null < "/proc/$group/stat"',
  '  job=${line#*(}; job=${job%)*}; set -- "$1" "$2" "$3" ${line##*) }',
  '  who="$group $job" is=perhaps',
  '  case "$4" in',
  '    "" | Z | X) ;;',
  '    *) [ $((${10} & 4)) != 0 ] || [ "$job" = "$shell" ] || { [ "$1" = INT ] && ! heeds "$group"; } || is=sure ;;',
  '  esac',
  'fi',
  '[ "$who" != "$2" ] || { echo same; exit 0; }',
  'kill -s "$1" -- "-$group" && echo "$is $who"',
  '[ "$3$is" != alsoperhaps ] || [ "$group" = "$pid" ] || kill -s "$1" "$pid"',
].join('\n')

/** Maximum attempts to find a process to signal. */
const MAX_ATTEMPTS = 25
/** Attempts that find the previous recipient still running before we give up. */
const MAX_UNCHANGED = 3
/** Attempts to find a job before the shell itself is killed, which ends its session. */
const KILL_SHELL_FROM = 5
/** On every fifth attempt, an INT without a certain recipient also goes to the shell, which never loses it. */
const SHELL_TOO_EVERY = 5

interface ForegroundAccess {
  /**
   * Runs {@link FOREGROUND_SIGNAL} with these as $3 and $4. Resolves with its output, or with `early` if the
   * command has not begun yet.
   */
  signal(candidates: string, shell: 'too' | 'not' | 'also'): Promise<string>
  /** Whether the command to be interrupted has ended. */
  isOver(): boolean
  /** Waits before the next attempt. */
  pause(): Promise<void>
}

/**
 * Repeats a signal until a process certainly received it, the command has ended, or the attempts are used up.
 * Never signals a process twice, because it may still be handling the first signal.
 */
export async function signalForeground(name: string, foreground: ForegroundAccess): Promise<void> {
  let candidates = ''
  let same = 0
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && same < MAX_UNCHANGED && !foreground.isOver(); attempt++) {
    const answer = await foreground.signal(candidates, shellAt(name, attempt))
    if (answer.startsWith('sure ')) return
    // Do not count attempts while a busy platform has not started the command.
    if (answer.startsWith('early')) attempt = 0
    if (answer.startsWith('same')) same++
    const who = /^perhaps (.*)/.exec(answer)?.[1]
    if (who !== undefined) candidates = who
    await foreground.pause()
  }
}

/** Whether this attempt may signal the shell itself. */
function shellAt(name: string, attempt: number): 'too' | 'not' | 'also' {
  if (name === 'KILL' && attempt <= KILL_SHELL_FROM) return 'not'
  return name === 'INT' && attempt % SHELL_TOO_EVERY === 0 ? 'also' : 'too'
}
