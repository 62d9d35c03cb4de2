import { type Isolate, RuntimeFailure } from '../runtime/runtime.ts'
import type { ShellFolder } from './shell-folder.ts'

/**
 * Manages a shell's folder on a machine without a shared file system. Reads pairs of a name and a text, each ended by NUL; writes `.`
 * to stderr for each pair, and the shell's reports to stdout. Removes the folder at the end, if it does not outlive the server.
 */
const COURIER = [
  'export LC_ALL=C; umask 022',
  'mkdir -p "$1" && cd "$1" || exit',
  '[ -p reports ] || { mkfifo -m 622 reports && mkfifo -m 644 key; } || exit',
  'if [ -n "$2" ]; then',
  // The courier of a server that is gone would take reports away from this one.
  '  { read -r other < courier && [[ $(tr "\\0" " " < "/proc/$other/cmdline") == *"$1"* ]] && kill -s KILL -- "-$other"; } 2>/dev/null',
  '  read -r _ _ _ _ group _ < "/proc/$$/stat" && echo "$group" > courier',
  '  [ -e last ] || { : > last && chmod 666 last; } || exit',
  'fi',
  'exec 7<>reports; cat <&7 & printf . >&2',
  "while IFS= read -r -d '' name && IFS= read -r -d '' text; do",
  '  case $name in',
  '    +key) exec 8<>key; printf \'%s\' "$text" >&8 ;;',
  '    -key) exec 8>&- ;;',
  '    +end) break ;;',
  '    -*) rm -f -- "${name#-}" ;;',
  '    *) printf \'%s\' "$text" > "$name" ;;',
  '  esac',
  '  printf . >&2',
  'done',
  'kill $!; [ -n "$2" ] && [ "$name" != +end ] || rm -rf "$1"',
].join('\n')

/**
 * @param isLasting keep the folder, and the last report in it, when the connection ends
 * @throws Error with the courier's message if it cannot start
 */
export async function remoteShellFolder(
  exec: Isolate['exec'],
  inside: string,
  isLasting: boolean,
): Promise<ShellFolder> {
  const argv = ['/bin/bash', '-c', COURIER, 'courier', inside, isLasting ? 'lasting' : '']
  const courier = exec({ argv, stdin: true, cwd: '/' })
  const waiting: { after: number; then: () => void }[] = []
  let attempts = 1
  let done = 0
  const tell = (name: string, text: string): void => {
    attempts += 1
    // Bash ignores NUL in commands; here they would end the text.
    courier.stdin?.write(`${name}\0${text.replaceAll('\0', '')}\0`)
  }
  const begun = new Promise<void>((resolve) => waiting.push({ after: 1, then: resolve }))
  courier.stderr.on('data', (chunk: Buffer) => {
    done += chunk.filter((byte) => byte === DONE).length
    while ((waiting[0]?.after ?? Infinity) <= done) waiting.shift()?.then()
  })
  let words = ''
  courier.stderr.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-1000)))
  const ended = courier.exited.then(({ code }) => {
    const reason = words.trim() || `exit code ${code}`
    throw new RuntimeFailure(
      `the sandbox cannot hold a session: ${reason}; sessions need /bin/bash and mkfifo in the image`,
    )
  })
  // Later on, the end of the shell signals the failure.
  ended.catch(() => undefined)
  await Promise.race([begun, ended])
  return {
    inside,
    isLasting,
    reports: courier.stdout,
    write: tell,
    remove: (name) => tell(`-${name}`, ''),
    offer: (key) => tell('+key', key),
    withdraw: () => tell('-key', ''),
    whenWritten: (then) => {
      if (attempts <= done) then()
      else waiting.push({ after: attempts, then })
    },
    close: () => {
      tell('+end', '')
      courier.stdin?.end()
    },
    leave: () => void courier.stdin?.end(),
  }
}

const DONE = 0x2e
