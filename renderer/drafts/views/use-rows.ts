import { useEffect, useState } from 'react'
import type { JsonObject } from '#shared/model/json.ts'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { rowsOf } from '../server/calls.ts'
import { elementsQuery, type Target } from '../server/target.ts'

/** Debounce of the search in milliseconds. */
const QUIET_MS = 250

interface Rows {
  readonly rows: readonly JsonObject[]
  readonly loading: boolean
  readonly failure: Failure | undefined
}

const NONE: Rows = { rows: [], loading: false, failure: undefined }

interface Answer extends Rows {
  /** The query of the rows; rows of another query are not shown. */
  readonly of: string
}

/** Maximum links between entity sets read to tell which relations a model allows. */
const MAX_LINKS = 1000

/** The model's links between entity sets, read if `wanted`; `isWhole` if there are some, and all were read. */
export function useLinks(target: Target, wanted = true): Rows & { readonly isWhole: boolean } {
  const query = wanted ? elementsQuery(target.prefix, { text: '', kind: 'entity_set_link' }) : ''
  const found = useRows(target, query, MAX_LINKS)
  return { ...found, isWhole: found.rows.length > 0 && found.rows.length < MAX_LINKS }
}

/** Runs a query as it is typed; an empty one does nothing. `round` reruns it. */
export function useRows(target: Target, query: string, limit: number, round = 0): Rows {
  const [state, setState] = useState<Answer>({ ...NONE, of: '' })
  useEffect(() => {
    if (query === '') {
      setState({ ...NONE, of: '' })
      return undefined
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      rowsOf(target, query, limit, abort.signal).then(
        (rows) => setState({ rows, loading: false, failure: undefined, of: query }),
        (error: unknown) => {
          if (!abort.signal.aborted) setState({ ...NONE, failure: toFailure(error), of: query })
        },
      )
    }, QUIET_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [target, query, limit, round])
  return state.of === query ? state : { ...NONE, loading: query !== '' }
}
