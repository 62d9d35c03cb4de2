/** Where our own things lie in a sandbox: memory, gone with the Pod. */
export const OWN = '/run/orrery'

/** The name of the container in its Pod. Pods outlive their server, so it never changes. */
export const CONTAINER = 'box'

/** The first process of a sandbox, which reaps what others leave. Bash does so, `sh` may not: what runs it decides. */
export const KEEPER = [
  `chmod 755 ${OWN} 2>/dev/null; mkdir -p ${OWN}/p ${OWN}/s; : > ${OWN}/begun`,
  'trap "exit 0" TERM INT',
  'while :; do sleep 3600 & wait $!; done',
].join('\n')

/**
 * Starts a program in a container, where the API takes nothing but a command: KEY, the SERVER that does so, USER, DIRECTORY, how many variables follow, whether the
 * input comes in `pieces` with lengths or `whole`, keys of programs that ended, the variables, the program. The process is remembered under its key, since
 * closing the stream does not end it. An input that breaks off before its end ends the program: half a file is none. An image without `setpriv`
 * has `chroot`; a terminal becomes the user's, as engines do.
 */
export const ENTER = [
  `own="${OWN}/p/$1" user=$2 at=$3 left=$4 fed=$5`,
  'for ended in $6; do rm -f "$own/$ended"; done',
  'shift 6',
  'echo $$ > "$own/$0"',
  'while [ "$left" -gt 0 ]; do export "$1"; shift; left=$((left-1)); done',
  'number= group= home=',
  'if [ -n "$user" ]; then',
  '  while IFS=: read -r name _ uid gid _ folder _; do',
  '    if [ "$name" = "$user" ] || [ "$uid" = "$user" ]; then number=$uid group=$gid home=$folder; break; fi',
  '  done < /etc/passwd',
  '  case "$user" in *[!0-9]*) ;; *) [ -n "$number" ] || number=$user group=$user home=/ ;; esac',
  '  [ -n "$number" ] || { echo "user $user does not exist" >&2; exit 1; }',
  '  [ -n "$at" ] || at=$home',
  '  [ ! -t 0 ] || chown "$number" /proc/self/fd/0',
  '  HOME=$home; export HOME',
  'fi',
  'cd "${at:-/}" || exit 126',
  'start() {',
  '  [ -n "$number" ] || exec "$@"',
  '  if command -v setpriv >/dev/null; then exec setpriv --reuid="$number" --regid="$group" --clear-groups -- "$@"; fi',
  '  exec chroot --skip-chdir --userspec="$number:$group" / "$@"',
  '}',
  // Not by the function, in which Bash calls itself by another name when it says what it could not start.
  '[ -n "$fed$number" ] || exec "$@"',
  '[ -n "$fed" ] || start "$@"',
  // This shell holds the outputs: where a program closes one of them containerd closes the input, too.
  'if [ "$fed" = whole ]; then ( start "$@" ); exit $?; fi',
  'pipe="$own/$0.in"; mkfifo -m 600 "$pipe" || exit 126',
  'exec 3<&0',
  '{ rm -f "$pipe"; while read -r n <&3 && [ "$n" -gt 0 ]; do dd bs="$n" count=1 iflag=fullblock <&3 || break; done; [ "$n" = 0 ] || kill -s KILL -- "-$$"; } > "$pipe" 2>/dev/null &',
  '( start "$@" ) < "$pipe" 3<&-',
  'exit $?',
].join('\n')

/** Ends a program and its group, whatever it is: SERVER, KEY. */
export const END = [
  `own="${OWN}/p/$1"`,
  'read -r pid < "$own/$2" && { kill -s KILL -- "-$pid" || kill -s KILL "$pid"; } 2>/dev/null',
  'rm -f "$own/$2"',
].join('\n')

/** Ends what an earlier server of that name started and cannot hear of any more, and prints the home directory: SERVER. */
export const BEGIN = [
  `own="${OWN}/p/$1"`,
  'for key in "$own"/*; do',
  '  [ -f "$key" ] && read -r pid < "$key" && { kill -s KILL -- "-$pid" || kill -s KILL "$pid"; } 2>/dev/null',
  'done',
  'rm -rf "$own"; mkdir -p "$own"',
  'cd ~ 2>/dev/null && pwd || echo /',
].join('\n')

/** Sockets that listen, by their port in hexadecimal digits. */
export const LISTENING = 'cat /proc/net/tcp /proc/net/tcp6 2>/dev/null'
