import { useEffect, useState } from 'react'
import { workbench } from '../../app/workbench.ts'

/** Milliseconds after the last key until every episode is looked through. */
const SEARCH_AFTER_MS = 200

/** Ids of the episodes that hold a search somewhere inside. */
export function useFound(search: string): ReadonlySet<string> {
  const [found, setFound] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    setFound(new Set())
    if (search.trim() === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      workbench.call('episodes.find', { search }, { signal: controller.signal }).then(
        (ids) => setFound(new Set(ids)),
        () => undefined,
      )
    }, SEARCH_AFTER_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [search])
  return found
}
