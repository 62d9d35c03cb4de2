/**
 * The line that a plain session sends for a command. The command goes in as base64, so tabs, heredocs, `!` and `;` survive the shell
 * driver of other platforms (docs/sandbox-platform.md#sessions). Its output goes to `BASE.out`, so that it can be followed meanwhile; its
 * exit code and directory to `BASE.end`, so that they are known also when the answer is lost; and all of it, when it is short, into the
 * answer itself, which is then all that is asked for.
 */

/** Bytes of output that come with the answer. */
export const MAX_ANSWERED_BYTES = 16 * 1024
/** Bytes of a command that go into the line; a longer one is put into a file first. */
export const MAX_INLINE_BYTES = 1_500

export interface LineOptions {
  /** The path of the command's files, without their ending. */
  readonly base: string
  /** Not given where the command lies in `BASE.sh`. */
  readonly command?: string
  /** What `$?` is at first: other platforms lose it. */
  readonly lastCode: number
  /** The folder of the session, and the files of the command before, which are not needed any more. */
  readonly previous?: string
}

export function lineFor({ base, command, lastCode, previous }: LineOptions): string {
  const text =
    command === undefined
      ? `$(cat ${base}.sh)`
      : `$(echo ${Buffer.from(command).toString('base64')}|base64 -d)`
  const before = lastCode === 0 ? '' : `(exit ${lastCode}); `
  const mark = markOf(base)
  return [
    `orrery_text="${text}"`,
    `{ ${before}eval "$orrery_text"; } > ${base}.out 2>&1`,
    `{ builtin printf '%s %s' "$?" "$PWD" > ${base}.end`,
    `echo ${mark}:`,
    `{ cat ${base}.end; builtin printf '\\0'; head -c ${MAX_ANSWERED_BYTES + 1} ${base}.out; }|base64`,
    `echo :${mark}`,
    ...(previous === undefined ? [] : [`rm -f ${previous}.*`]),
    'unset orrery_text; } 2>/dev/null',
  ].join('; ')
}

/** What stands around the answer; of letters and digits, whatever the path is. */
const markOf = (base: string): string => `orrery${base.replaceAll(/\W/g, '')}`

export interface LineEnd {
  readonly exitCode: number
  readonly cwd: string
}

export interface LineAnswer extends LineEnd {
  /** All that the command printed; undefined when it is more than an answer holds. */
  readonly output: Buffer | undefined
}

/** What a platform's answer says of the command; undefined when it does not hold the end of its line. */
export function answerOf(base: string, answer: string): LineAnswer | undefined {
  const mark = markOf(base)
  const from = answer.lastIndexOf(`${mark}:`)
  const to = answer.indexOf(`:${mark}`, from)
  if (from < 0 || to < 0) return undefined
  const code = answer.slice(from + mark.length + 1, to).replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(code)) return undefined
  const bytes = Buffer.from(code, 'base64')
  const end = bytes.indexOf(0)
  const known = end < 0 ? undefined : endOf(bytes.toString('utf8', 0, end))
  if (!known) return undefined
  const output = bytes.subarray(end + 1)
  return { ...known, output: output.length > MAX_ANSWERED_BYTES ? undefined : output }
}

/** The content of `BASE.end`. */
export function endOf(text: string): LineEnd | undefined {
  const [, code, cwd = ''] = /^(\d+) ([^]*)$/.exec(text) ?? []
  return code === undefined ? undefined : { exitCode: Number(code), cwd }
}

/** POSIX shell: whether a process is no more, or only its parent has not noticed yet, as drivers of other platforms do not for long. */
const IS_GONE = `is_gone() {
  read -r line 2>/dev/null < "/proc/$1/stat" || return 0
  case "\${line##*) }" in [ZX]*) return 0 ;; esac
  return 1
}`

/**
 * POSIX shell: says of the shell $1 and the command of the files $2 whether it has ended (`end`, its code and directory), has not begun
 * (`early`), runs (`busy`: the shell's output goes to its file), was dropped by its shell, as an interrupt does (`idle`), or whether the
 * shell itself is gone (`gone`). In the moment of its end a command is neither busy nor ended, so `idle` counts when it comes twice.
 */
export const STATE = [
  '[ ! -e "$2.end" ] || { printf "end "; cat "$2.end"; exit; }',
  IS_GONE,
  'is_gone "$1" && { echo gone; exit; }',
  '[ -e "$2.out" ] || { echo early; exit; }',
  '[ ! -e "/proc/$1/fd/1" ] || [ "/proc/$1/fd/1" -ef "$2.out" ] || { echo idle; exit; }',
  'echo busy',
].join('\n')

/**
 * POSIX shell: removes the folders of sessions whose shells are gone; their names end with the shell's number. What was written within
 * the last minute may still be read.
 */
export const SWEEP = `${IS_GONE}
for d in $(find /tmp/.orrery-*-* -prune -type d -mmin +1 2>/dev/null); do
  is_gone "\${d##*-}" && rm -rf "$d"
done; exit 0`

/** Names of our own folders in a sandbox, which are not shown. */
export const isOwnFolder = (name: string): boolean => name.startsWith('.orrery-')

/** The first line of a session: a folder for its files, its number, and nothing into the person's history. */
export const openLine = (folder: string): string =>
  `history -d -1 2>/dev/null; set +o history; mkdir -p -m 700 ${folder}-$$ && echo $$`
