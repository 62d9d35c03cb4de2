/** Folder of Orrery's own files in a sandbox: a memory volume, which is deleted with the Pod. */
export const OWN = '/run/orrery'

/** The container's name in its Pod. Pods outlive their server, so it must never change. */
export const CONTAINER = 'box'

/** Pid 1 of a sandbox, which reaps orphans. Bash does so, `sh` may not; this script chooses. */
export const KEEPER = [
  `chmod 755 ${OWN} 2>/dev/null; mkdir -p ${OWN}/p ${OWN}/s ${OWN}/t; chmod 1777 ${OWN}/t; : > ${OWN}/begun`,
  'trap "exit 0" TERM INT',
  'while :; do sleep 3600 & wait $!; done',
].join('\n')

/**
 * Starts a program in a container through exec, which only takes a command. Arguments: KEY, the starting SERVER, USER, DIRECTORY, number of
 * variables, whether the input comes in length-prefixed `pieces` or `whole`, keys of programs that ended, the variables, the program. The
 * pid is stored under the key, since closing the stream does not end the process. If the input breaks off before its end, the program is
 * killed, because it must not take a partial file for complete. If the program exits before its input ends, the rest is discarded here:
 * a node that closes a connection with unread input resets it, and the exit code is lost. {@link endSign} on stderr tells the sender to
 * stop. Uses `chroot` if the image lacks `setpriv`; a terminal is given to the user, as engines do.
 */
export const ENTER = [
  `own="${OWN}/p/$1" user=$2 at=$3 left=$4 fed=$5`,
  'for ended in $6; do rm -f "$own/$ended"; done',
  'shift 6',
  'echo $$ > "$own/$0"',
  'while [ "$left" -gt 0 ]; do',
  // Bash warns of a locale that the image does not have.
  '  case "$1" in LANG=* | LC_*) export "$1" 2>/dev/null ;; *) export "$1" ;; esac',
  '  shift; left=$((left-1))',
  'done',
  'if [ "$fed" = pieces ]; then',
  '  pipe="$own/$0.in"; mkfifo -m 600 "$pipe" || exit 126',
  '  exec 3<&0',
  '  { while read -r n <&3 && [ "$n" -gt 0 ]; do dd bs="$n" count=1 iflag=fullblock <&3 || break; done; [ "$n" = 0 ] || kill -s KILL -- "-$$"; } > "$pipe" 2>/dev/null &',
  '  exec < "$pipe" 3<&-; rm -f "$pipe"',
  'fi',
  'leave() {',
  '  if [ -n "$fed" ]; then printf "\\001%s" "$0" >&2; cat > /dev/null; fi',
  '  exit "$1"',
  '}',
  'number= group= home=',
  'if [ -n "$user" ]; then',
  '  while IFS=: read -r name _ uid gid _ folder _; do',
  '    if [ "$name" = "$user" ] || [ "$uid" = "$user" ]; then number=$uid group=$gid home=$folder; break; fi',
  '  done < /etc/passwd',
  '  case "$user" in *[!0-9]*) ;; *) [ -n "$number" ] || number=$user group=$user home=/ ;; esac',
  '  [ -n "$number" ] || { echo "user $user does not exist" >&2; leave 1; }',
  '  [ -n "$at" ] || at=$home',
  '  [ ! -t 0 ] || chown "$number" /proc/self/fd/0',
  '  HOME=$home; export HOME',
  'fi',
  'cd "${at:-/}" || leave 126',
  'start() {',
  '  [ -n "$number" ] || exec "$@"',
  '  if command -v setpriv >/dev/null; then exec setpriv --reuid="$number" --regid="$group" --clear-groups -- "$@"; fi',
  '  exec chroot --skip-chdir --userspec="$number:$group" / "$@"',
  '}',
  // Not through the function, where Bash would name itself differently in its error message about a failed exec.
  '[ -n "$fed$number" ] || exec "$@"',
  '[ -n "$fed" ] || start "$@"',
  // This shell keeps the outputs open: when a program closes one of them, containerd closes its input, too.
  '( start "$@" )',
  'leave "$?"',
].join('\n')

/** Written to stderr by {@link ENTER} when a program with input has exited. */
export const endSign = (key: string): string => `\u0001${key}`

/** Kills a program and its process group: SERVER, KEY. */
export const END = [
  `own="${OWN}/p/$1"`,
  'read -r pid < "$own/$2" && { kill -s KILL -- "-$pid" || kill -s KILL "$pid"; } 2>/dev/null',
  'rm -f "$own/$2"',
].join('\n')

/** Exit code of {@link BEGIN} in a container where our folder cannot be made. */
export const UNFIT = 212

/**
 * Ends what an earlier server of that name started and cannot hear of any more, and prints the home directory, and whether terminals can
 * outlive a server, for which the image has the `script` of util-linux: SERVER.
 */
export const BEGIN = [
  // What KEEPER makes; a Pod of a template runs a program of its own.
  `mkdir -p ${OWN}/p ${OWN}/s ${OWN}/t || exit ${UNFIT}`,
  `chmod 1777 ${OWN}/t 2>/dev/null; [ -e ${OWN}/begun ] || : > ${OWN}/begun`,
  `own="${OWN}/p/$1"`,
  'for key in "$own"/*; do',
  '  [ -f "$key" ] && read -r pid < "$key" && { kill -s KILL -- "-$pid" || kill -s KILL "$pid"; } 2>/dev/null',
  'done',
  'rm -rf "$own"; mkdir -p "$own"',
  'cd ~ 2>/dev/null && pwd || echo /',
  'setsid --fork true 2>/dev/null && script -qfec true /dev/null </dev/null >/dev/null 2>&1 && echo lasting',
].join('\n')

/** Prints the socket tables, in which ports are hexadecimal. */
export const LISTENING = 'cat /proc/net/tcp /proc/net/tcp6 2>/dev/null'
