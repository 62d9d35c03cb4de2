import { create } from 'zustand'
import type { FileMatch, FileSearch, FileSearchEnd } from '#shared/workbench/areas/file-search.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import type { Place } from './transfers.ts'

/** A search in the files of a sandbox, with what it has found. */
interface FilesSearch {
  readonly query: FileSearch
  readonly matches: readonly FileMatch[]
  readonly looked: number
  readonly total: number
  /** While it is under way. */
  readonly abort?: AbortController | undefined
  readonly end?: FileSearchEnd
  readonly problem?: Failure
}

/** The last search of each sandbox (`platform/sandbox`); it outlives the view. */
export const useSearches = create<Readonly<Record<string, FilesSearch>>>(() => ({}))

/** Searches again, in place of what was searched for before. */
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

/** Ends the search that is under way; what it found stays. */
export const stopSearch = (place: string): void => useSearches.getState()[place]?.abort?.abort()

/** Whether the search is shown in place of the tree. */
export const useSearchPanel = create<{ readonly open: boolean }>(() => ({ open: false }))
