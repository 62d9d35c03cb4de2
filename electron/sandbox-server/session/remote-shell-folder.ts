import { type Isolate, RuntimeFailure } from '../runtime/runtime.ts'
import type { ShellFolder } from './shell-folder.ts'

/**
 * Manages a shell's folder on a machine without a shared file system. Reads pairs of a name and a text, each ended by NUL; writes `.`
 * to stderr for each pair, and the shell's reports to stdout.
 */
const COURIER = [
  'export LC_ALL=C; umask 022',
  'mkdir -p "$1" && cd "$1" && mkfifo -m 622 reports && mkfifo -m 644 key || exit',
  'exec 7<>reports; cat <&7 & printf . >&2',
  "while IFS= read -r -d '' name && IFS= read -r -d '' text; do",
  '  case $name in',
  '    +key) exec 8<>key; printf \'%s\' "$text" >&8 ;;',
  '    -key) exec 8>&- ;;',
  '    -*) rm -f -- "${name#-}" ;;',
  '    *) printf \'%s\' "$text" > "$name" ;;',
  '  esac',
  '  printf . >&2',
  'done',
  'kill $!; rm -rf "$1"',
].join('\n')

/** @throws Error with the courier's message if it cannot start */
export async function remoteShellFolder(exec: Isolate['exec'], inside: string): Promise<ShellFolder> {
  const courier = exec({ argv: ['/bin/bash', '-c', COURIER, 'courier', inside], stdin: true, cwd: '/' })
  const waiting: { after: number; then: () => void }[] = []
  let asked = 1
  let done = 0
  const tell = (name: string, text: string): void => {
    asked += 1
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
    reports: courier.stdout,
    write: tell,
    remove: (name) => tell(`-${name}`, ''),
    offer: (key) => tell('+key', key),
    withdraw: () => tell('-key', ''),
    whenWritten: (then) => {
      if (asked <= done) then()
      else waiting.push({ after: asked, then })
    },
    close: () => void courier.stdin?.end(),
  }
}

const DONE = 0x2e
