/**
 * Signals for what a session's shell runs in the foreground. Sent by a process inside the sandbox, which sees the same process numbers as
 * the shell does and needs no rights outside.
 */

/**
 * POSIX shell: sends signal $2 to the foreground of the terminal of the shell $1, and says to whom. $3 is who had it before and gets it
 * only once; $4 is `too` where the shell itself may be signalled, which then executes the command itself, and `also` where it is to have
 * the signal beside its program: one that starts programs faster than anybody can look would go on for ever.
 *
 * `sure WHO`: it has the signal. `perhaps WHO`: if the shell goes on, nobody had it. Because it was ending (state Z or X, flag 4 is
 * PF_EXITING); because it has the shell's own name, so it may be the shell's child before it became the program, which forgets the signal;
 * because it is the shell, which may be about to start a program; because it does nothing about INT (the second bit of SigIgn and SigCgt),
 * so that a shell which goes on did not see it die of that. `same`: $3 is still the foreground. Nothing: there is nobody. The fields are
 * those of `/proc/PID/stat` after the name: state, parent, group, session, terminal, the terminal's foreground group, flags.
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

/** Most looks for a process to signal. */
const LOOKS = 25
/** Looks that find the one who had the signal still at work, before it is left alone. */
const SAME_LOOKS = 3
/** Looks for a job before the shell itself is killed, and its session with it. */
const KILL_LOOKS = 5
/** So often an interrupt that nobody surely had goes to the shell as well, which forgets none: every fifth look. */
const ALSO_LOOKS = 5

interface ForegroundLook {
  /** Runs {@link FOREGROUND_SIGNAL} with these as $3 and $4; resolves with what it printed, or with `early` before the command began. */
  signal(told: string, shell: 'too' | 'not' | 'also'): Promise<string>
  /** Whether the command that is to end has ended. */
  isOver(): boolean
  /** Waits until it makes sense to look again. */
  pause(): Promise<void>
}

/**
 * Sends a signal until a process surely has it, or the command is over, or there is none for long. No process gets it twice: a program may be
 * busy with what it does about it.
 */
export async function signalForeground(name: string, foreground: ForegroundLook): Promise<void> {
  let told = ''
  let same = 0
  for (let look = 1; look <= LOOKS && same < SAME_LOOKS && !foreground.isOver(); look++) {
    const answer = await foreground.signal(told, shellAt(name, look))
    if (answer.startsWith('sure ')) return
    // However long a busy platform takes to begin, the signal waits.
    if (answer.startsWith('early')) look = 0
    if (answer.startsWith('same')) same++
    const who = /^perhaps (.*)/.exec(answer)?.[1]
    if (who !== undefined) told = who
    await foreground.pause()
  }
}

/** Whether the shell itself is to have the signal at this look. */
function shellAt(name: string, look: number): 'too' | 'not' | 'also' {
  if (name === 'KILL' && look <= KILL_LOOKS) return 'not'
  return name === 'INT' && look % ALSO_LOOKS === 0 ? 'also' : 'too'
}
