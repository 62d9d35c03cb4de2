import { useEffect } from 'react'
import { create } from 'zustand'
import type {
  IndexedRemark,
  RecordingRow,
  RecordingsHead,
  RecordingsState,
  ReplayResult,
  Source,
} from '#shared/environments/recordings.ts'
import type { RecordingsUpdate } from '#shared/workbench/areas/recordings.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import type { Text } from '../../i18n/text.ts'
import { addTab, allTabs, dropTabs, selectTab } from '../session/tabs.ts'

/** A set as known to this window. */
export interface Recordings {
  readonly head: RecordingsHead | undefined
  readonly rows: readonly RecordingRow[]
  readonly remarks: readonly IndexedRemark[]
  readonly results: ReadonlyMap<number, ReplayResult>
  readonly state: RecordingsState
  /** Deleted in the core. */
  readonly isGone: boolean
}

const NOTHING: Recordings = {
  head: undefined,
  rows: [],
  remarks: [],
  results: new Map(),
  state: {},
  isGone: false,
}

interface SetsState {
  /** All stored sets. */
  readonly heads: Readonly<Record<string, RecordingsHead>>
  /** The shown ones. */
  readonly shown: Readonly<Record<string, Recordings>>
}

const useSets = create<SetsState>(() => ({ heads: {}, shown: {} }))
export const useHeads = (): SetsState['heads'] => useSets(({ heads }) => heads)

/** A set's name: of one collected from the library in the reader's language, of a file as it is. */
export const nameOfSet = (t: Text, { name, collected }: RecordingsHead): string =>
  collected === undefined ? name : t('environments.library.collected', { count: collected })

function after(set: Recordings, update: RecordingsUpdate): Recordings {
  switch (update.kind) {
    case 'head':
      return { ...set, head: update.head }
    case 'state':
      return { ...set, state: update.state }
    case 'rows': {
      // A file that is read again starts over.
      const before = set.rows.slice(0, update.rows[0]?.index ?? 0)
      return { ...set, rows: [...before, ...update.rows] }
    }
    case 'remarks':
      return { ...set, remarks: [...set.remarks, ...update.remarks] }
    case 'replayed':
      return {
        ...set,
        results: new Map([...set.results, ...update.results.map((one) => [one.index, one] as const)]),
      }
  }
}

/** Subscribes to a set until the signal fires. */
function follow(id: string, signal: AbortSignal, tell: (set: Recordings) => void): void {
  let set = NOTHING
  const onProgress = (update: RecordingsUpdate): void => {
    if (signal.aborted) return
    set = after(set, update)
    tell(set)
  }
  workbench.call('recordings.follow', { id }, { signal, onProgress }).catch(() => {
    if (!signal.aborted) tell({ ...set, isGone: true })
  })
}

/** Returns a set, subscribed while mounted. */
export function useRecordings(id: string): Recordings {
  const generation = useWorkbench((state) => state.generation)
  useEffect(() => {
    const controller = new AbortController()
    let latest: Recordings | undefined
    let frame = 0
    // A large file reports progress more often than a page can render.
    follow(id, controller.signal, (set) => {
      latest = set
      frame ||= requestAnimationFrame(() => {
        frame = 0
        if (latest) useSets.setState(({ shown }) => ({ shown: { ...shown, [id]: latest as Recordings } }))
      })
    })
    return () => {
      controller.abort()
      cancelAnimationFrame(frame)
    }
  }, [id, generation])
  return useSets(({ shown }) => shown[id]) ?? NOTHING
}

export function openRecordings(id: string, name: string): void {
  const open = allTabs().find((tab) => tab.kind === 'recordings' && tab.recordings === id)
  if (open) selectTab(open.id)
  else addTab({ kind: 'recordings', id: crypto.randomUUID(), recordings: id, name })
}

/** Creates a set from stored episodes, and shows it. */
export async function collect(source: Source, name: string): Promise<void> {
  const { id } = await workbench.call('recordings.collect', { source, name })
  openRecordings(id, name)
}

export function removeRecordings(id: string): void {
  dropTabs((tab) => tab.kind === 'recordings' && tab.recordings === id)
  void workbench.call('recordings.remove', { id }).catch(() => undefined)
}

let listening = false

/** Loads the list of stored sets and subscribes to changes. */
export async function loadRecordings(): Promise<void> {
  if (!listening) {
    listening = true
    workbench.on('recordings.changed', (head) =>
      useSets.setState(({ heads }) => ({ heads: { ...heads, [head.id]: head } })),
    )
    workbench.on('recordings.removed', ({ id }) =>
      useSets.setState(({ heads }) => ({
        heads: Object.fromEntries(Object.entries(heads).filter(([key]) => key !== id)),
      })),
    )
    useWorkbench.subscribe((state, before) => {
      if (state.generation !== before.generation) void loadRecordings().catch(() => undefined)
    })
  }
  const list = await workbench.call('recordings.list', {})
  useSets.setState({ heads: Object.fromEntries(list.map((head) => [head.id, head])) })
}
