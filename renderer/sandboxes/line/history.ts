import fuzzysort from 'fuzzysort'
import { z } from 'zod'
import { create } from 'zustand'
import { workbench } from '../../app/workbench.ts'

const entrySchema = z.object({ command: z.string(), sandboxId: z.string(), exitCode: z.number().nullable() })
export type HistoryEntry = z.infer<typeof entrySchema>

const LOG = 'terminal-history'
/** Commands that are read back at start; the log itself keeps all. */
const READ = 5000
const FOUND = 200

interface HistoryState {
  /** The oldest first. */
  readonly entries: readonly HistoryEntry[]
}

export const useHistory = create<HistoryState>(() => ({ entries: [] }))

let loading: Promise<void> | undefined

/** Reads the commands of earlier days, once. */
export function loadHistory(): Promise<void> {
  loading ??= workbench.call('store.tail', { log: LOG, limit: READ }).then((records) => {
    const earlier = records.flatMap(({ value }) => {
      const entry = entrySchema.safeParse(value)
      return entry.success ? [entry.data] : []
    })
    useHistory.setState(({ entries }) => ({ entries: [...earlier.reverse(), ...entries] }))
  })
  return loading
}

/** Adds a command; one that begins with a blank is not remembered, as Bash's `ignorespace`. */
export function rememberCommand(entry: HistoryEntry): void {
  if (entry.command.trim() === '' || entry.command.startsWith(' ')) return
  const last = useHistory.getState().entries.at(-1)
  if (last?.command === entry.command && last.sandboxId === entry.sandboxId) return
  useHistory.setState(({ entries }) => ({ entries: [...entries, entry] }))
  workbench.call('store.append', { log: LOG, value: entry }).catch(() => undefined)
}

/** Commands of one sandbox, or of all, the newest first, each once. */
export function commandsOf(entries: readonly HistoryEntry[], sandboxId: string | undefined): string[] {
  const commands = new Set<string>()
  for (const entry of entries.toReversed()) {
    if (sandboxId === undefined || entry.sandboxId === sandboxId) commands.add(entry.command)
  }
  return [...commands]
}

/** The commands that match best, contiguous matches before scattered ones, newer before older. */
export function searchHistory(commands: readonly string[], needle: string): string[] {
  if (needle === '') return commands.slice(0, FOUND)
  const lower = needle.toLowerCase()
  const exact = commands.filter((command) => command.toLowerCase().includes(lower))
  const scattered = fuzzysort.go(needle, [...commands], { limit: FOUND }).map(({ target }) => target)
  return [...new Set([...exact, ...scattered])].slice(0, FOUND)
}
