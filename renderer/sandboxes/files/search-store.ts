import { create } from 'zustand'
import type { FileMatch, FileSearch, FileSearchEnd } from '#shared/workbench/areas/file-search.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import type { Place } from './transfers.ts'

/** A file search in a sandbox with its results. */
interface FilesSearch {
  readonly query: FileSearch
  readonly matches: readonly FileMatch[]
  readonly looked: number
  readonly total: number
  /** Set while it is running. */
  readonly abort?: AbortController | undefined
  readonly end?: FileSearchEnd
  readonly problem?: Failure
}

/** The latest search of each sandbox (`platform/sandbox`); outlives the view. */
export const useSearches = create<Readonly<Record<string, FilesSearch>>>(() => ({}))

/** Starts a search, replacing the previous one. */
export async function startSearch({ platform, sandboxId }: Place, query: FileSearch): Promise<void> {
  const place = `${platform}/${sandboxId}`
  stopSearch(place)
  const abort = new AbortController()
  useSearches.setState({ [place]: { query, matches: [], looked: 0, total: 0, abort } })
  const change = (edit: (search: FilesSearch) => Partial<FilesSearch>): void =>
    useSearches.setState((all) => {
      const search = all[place]
      return search?.abort === abort ? { [place]: { ...search, ...edit(search) } } : all
    })
  try {
    const end = await workbench.call(
      'sandboxes.searchFiles',
      { platform, sandboxId, ...query },
      {
        signal: abort.signal,
        onProgress: ({ matches: more, looked, total }) =>
          change(({ matches }) => ({ matches: [...matches, ...more], looked, total })),
      },
    )
    change(() => ({ end, abort: undefined }))
  } catch (error) {
    change(() => ({ problem: abort.signal.aborted ? undefined : toFailure(error), abort: undefined }))
  }
}

/** Cancels the running search; its results stay. */
export const stopSearch = (place: string): void => useSearches.getState()[place]?.abort?.abort()

/** Whether the search replaces the tree. */
export const useSearchPanel = create<{ readonly open: boolean }>(() => ({ open: false }))
