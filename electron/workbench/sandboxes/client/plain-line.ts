/**
 * The line that a plain session sends for a command. The command is base64-encoded, so that tabs, heredocs, `!` and `;` survive the shell
 * driver of other platforms (docs/sandbox-platform.md#sessions). Its output goes to `BASE.out`, so that it can be followed; its exit code
 * and directory go to `BASE.end`, so that they survive a lost answer. If the output is short, the answer contains everything, and no
 * further call is needed.
 */

/** Maximum bytes of output included in the answer. */
const MAX_ANSWERED_BYTES = 16 * 1024
/** Longer commands are written to a file first; bytes. */
export const MAX_INLINE_BYTES = 1_500

export interface LineOptions {
  /** Path of the command's files, without extension. */
  readonly base: string
  /** Absent if the command is in `BASE.sh`. */
  readonly command?: string
  /** The initial `$?`, which other platforms lose. */
  readonly lastCode: number
  /** The session's folder, and files of the previous command that can be deleted. */
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

/** Delimits the answer; consists of letters and digits, whatever the path. */
const markOf = (base: string): string => `orrery${base.replaceAll(/\W/g, '')}`

export interface LineEnd {
  readonly exitCode: number
  readonly cwd: string
}

export interface LineAnswer extends LineEnd {
  /** The complete output; undefined if it does not fit into the answer. */
  readonly output: Buffer | undefined
}

/** Parses a platform's answer to the line; undefined if it does not contain the line's end. */
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

/** Parses the content of `BASE.end`. */
export function endOf(text: string): LineEnd | undefined {
  const [, code, cwd = ''] = /^(\d+) ([^]*)$/.exec(text) ?? []
  return code === undefined ? undefined : { exitCode: Number(code), cwd }
}

/** POSIX shell: whether a process has exited, including zombies, which drivers of other platforms leave for a moment. */
const IS_GONE = `is_gone() {
  read -r line 2>/dev/null < "/proc/$1/stat" || return 0
  case "\${line##*) }" in [ZX]*) return 0 ;; esac
  return 1
}`

/**
 * POSIX shell: prints the state of the command with the files $2 in the shell $1: ended (`end`, its code and directory), not begun
 * (`early`), running (`busy`: the shell's output goes to its file), dropped by the shell after an interrupt (`idle`), or shell exited
 * (`gone`). At the moment of its end a command is neither busy nor ended, so `idle` counts only twice in a row.
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
 * POSIX shell: removes the folders of sessions whose shells have exited; folder names end with the shell's pid. Files written within
 * the last minute may still be read.
 */
export const SWEEP = `${IS_GONE}
for d in $(find /tmp/.orrery-*-* -prune -type d -mmin +1 2>/dev/null); do
  is_gone "\${d##*-}" && rm -rf "$d"
done; exit 0`

/** Whether a name is that of Orrery's own folders in a sandbox, which are hidden. */
export const isOwnFolder = (name: string): boolean => name.startsWith('.orrery-')

/**
 * The first line of a session: creates its folder, prints the shell's pid, and keeps Orrery's lines out of
 * the shell history.
 */
export const openLine = (folder: string): string =>
  `history -d -1 2>/dev/null; set +o history; mkdir -p -m 700 ${folder}-$$ && echo $$`
