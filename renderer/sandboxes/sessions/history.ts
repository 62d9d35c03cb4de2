import fuzzysort from 'fuzzysort'
import { create } from 'zustand'
import { type HistoryEntry, historyEntrySchema } from '#shared/terminals/terminal.ts'
import { commandHistory } from '#shared/documents/sandboxes.ts'
import type { LogRecord } from '#shared/workbench/areas/documents.ts'
import { workbench } from '../../app/workbench.ts'

/** Maximum commands loaded at start; the log has all. */
const MAX_READ = 5000
const FOUND = 200

interface HistoryState {
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[]
}

export const useHistory = create<HistoryState>(() => ({ entries: [] }))

let loading: Promise<void> | undefined

/** Loads the command history once, and subscribes to commands of every window. */
export function loadHistory(): Promise<void> {
  loading ??= read()
  return loading
}

async function read(): Promise<void> {
  const { collection } = commandHistory
  workbench.on('documents.appended', (appended) => {
    if (appended.collection === collection) show([appended.record], 'later')
  })
  const { records } = await workbench.call('documents.openLog', { collection, limit: MAX_READ })
  show(records, 'earlier')
}

function show(records: readonly LogRecord[], when: 'earlier' | 'later'): void {
  const read = records.flatMap(({ value }) => historyEntrySchema.safeParse(value).data ?? [])
  useHistory.setState(({ entries }) => ({
    entries: when === 'later' ? [...entries, ...read] : [...read, ...entries],
  }))
}

/** Distinct commands of one sandbox, or of all, newest first. */
export function commandsOf(entries: readonly HistoryEntry[], sandboxId: string | undefined): string[] {
  const commands = new Set<string>()
  for (const entry of entries.toReversed()) {
    if (sandboxId === undefined || entry.sandboxId === sandboxId) commands.add(entry.command)
  }
  return [...commands]
}

/** Ranks matching commands: contiguous matches before scattered ones, newer before older. */
export function searchHistory(commands: readonly string[], needle: string): string[] {
  if (needle === '') return commands.slice(0, FOUND)
  const lower = needle.toLowerCase()
  const exact = commands.filter((command) => command.toLowerCase().includes(lower))
  const scattered = fuzzysort.go(needle, [...commands], { limit: FOUND }).map(({ target }) => target)
  return [...new Set([...exact, ...scattered])].slice(0, FOUND)
}
