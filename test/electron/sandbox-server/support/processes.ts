import { readdirSync, readFileSync } from 'node:fs'

/**
 * Shell: prints the command line of every visible process. Does not use `ps`, which may be missing, and an empty list would prove
 * nothing.
 */
export const PROCESSES = 'for c in /proc/[0-9]*/cmdline; do tr "\\0" " " < $c; echo; done 2>/dev/null'

/** Shell: prints the state and name of each process, as in `Z (sleep)`. */
export const STATES = String.raw`sed -E 's/^[0-9]+ (\(.*\)) (.) .*/\2 \1/' /proc/[0-9]*/stat 2>/dev/null`

/**
 * Shell: kills every process whose command line contains these words; a bracket expression (`[s]leep`) excludes the shell itself.
 */
export const killing = (words: string): string =>
  `for c in /proc/[0-9]*; do case "$(tr "\\0" " " < $c/cmdline)" in *${words.replaceAll(' ', '\\ ')}*) kill -9 \${c#/proc/};; esac; done 2>/dev/null`

/** Pids of processes on this machine whose command line contains these words, oldest first. */
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
