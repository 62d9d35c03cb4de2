import { readdirSync, readFileSync } from 'node:fs'

/** Shell: the words of every process that is seen, a line each. A machine may have no `ps`, and a list that is empty proves nothing. */
export const PROCESSES = 'for c in /proc/[0-9]*/cmdline; do tr "\\0" " " < $c; echo; done 2>/dev/null'

/** Shell: the state and the name of each, as in `Z (sleep)`. */
export const STATES = String.raw`sed -E 's/^[0-9]+ (\(.*\)) (.) .*/\2 \1/' /proc/[0-9]*/stat 2>/dev/null`

/** Shell: kills every process whose words hold these; a letter of theirs in brackets (`[s]leep`) keeps the shell itself alive. */
export const killing = (words: string): string =>
  `for c in /proc/[0-9]*; do case "$(tr "\\0" " " < $c/cmdline)" in *${words.replaceAll(' ', '\\ ')}*) kill -9 \${c#/proc/};; esac; done 2>/dev/null`

/** The processes of this machine whose words hold these, the oldest first. */
export function processesWith(words: string): number[] {
  const has = (pid: number): boolean => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(words)
    } catch {
      return false
    }
  }
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return all.filter((pid) => pid !== process.pid && has(pid)).toSorted((a, b) => a - b)
}
