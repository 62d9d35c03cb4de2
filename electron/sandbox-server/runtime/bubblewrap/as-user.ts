import { shellQuote } from '#shared/shell/quote.ts'

/**
 * Finds user $1 by name or number, gives him the terminal, so that he can open `/dev/stdout`, and runs the rest of the words as him, from
 * his home where $2 says so; $3 is the rest as one line. `setpriv` rather than `su`: that asks PAM, which has no say inside, and takes
 * the program out of its terminal's session, so that no interrupt reaches it. An image without it (BusyBox) has a plain `su`.
 */
const SCRIPT = [
  'user=$1 home=$2 line=$3; shift 3; found=',
  'while IFS=: read -r name _ uid gid _ folder _; do',
  '  case "$user" in "$name" | "$uid") found=yes; break ;; esac',
  'done < /etc/passwd',
  '[ "$found" ] || { echo "user $user does not exist: /etc/passwd inside the sandbox has no such line" >&2; exit 1; }',
  'export HOME="$folder" USER="$name" LOGNAME="$name"',
  '[ "$home" != home ] || cd "$folder" 2>/dev/null || cd /',
  '[ "$uid" != 0 ] || exec "$@"',
  'chown "$uid" /proc/self/fd/0 2>/dev/null',
  'case "$(setpriv --help 2>&1)" in',
  '  *--reuid*) exec setpriv --reuid="$uid" --regid="$gid" --init-groups --inh-caps=-all "$@" ;;',
  'esac',
  'exec su "$name" -s /bin/sh -c "exec $line"',
].join('\n')

/** The words that run `argv` as another user of the image; the process must be root. */
export const asUser = (user: string, argv: readonly string[], fromHome: boolean): string[] => [
  '/bin/sh',
  '-c',
  SCRIPT,
  'sh',
  user,
  fromHome ? 'home' : 'here',
  argv.map(shellQuote).join(' '),
  ...argv,
]
