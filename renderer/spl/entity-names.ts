import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { entityKey, entityName } from '#shared/model/entity.ts'
import { workbench } from '../app/workbench.ts'
import { entityRows } from '../viewer/entity-rows.ts'
import { readAnswer } from './result.ts'

/** Maximum keys per query. */
const MAX_BATCH = 500
/** Batching window in milliseconds, so that rows becoming visible together cause one query. */
const GATHER_MS = 30

/** Where to look up names: deleted entities have a name only within the query's time range. */
interface Source {
  /** Without one, names are not looked up. */
  readonly connection: string | undefined
  readonly timeRange: { readonly from?: string; readonly to?: string } | undefined
}

const scopeOf = ({ connection, timeRange }: Source): string =>
  JSON.stringify([connection, timeRange?.from, timeRange?.to])

/** Entity names by key, per source. */
const useNames = create<Readonly<Record<string, ReadonlyMap<string, string>>>>(() => ({}))

/** Keys already requested, by source. */
const requested = new Map<string, Set<string>>()

/** Invalidates names after a query; the known ones are shown until the new ones arrive. */
export const invalidateNames = (): void => requested.clear()

/** Fetches entity names. */
export async function namesOf(
  keys: readonly string[],
  ask: Parameters<typeof entityRows>[1],
): Promise<Map<string, string>> {
  const rows = await entityRows(keys, ask)
  return new Map(
    rows.flatMap((row) => {
      const [domain, type, id] = [row['__domain__'], row['__entity_type__'], row['__entity_id__']]
      const name = entityName(row)
      return typeof domain === 'string' &&
        typeof type === 'string' &&
        typeof id === 'string' &&
        name !== undefined
        ? [[entityKey({ domain, type, id }), name] as const]
        : []
    }),
  )
}

/** Keys waiting for the next batch. */
const waiting = new Map<string, { readonly source: Source; readonly keys: Set<string> }>()

async function askWaiting(): Promise<void> {
  const questions = [...waiting]
  waiting.clear()
  for (const [scope, { source, keys }] of questions) {
    const all = [...keys]
    for (let start = 0; start < all.length; start += MAX_BATCH) {
      const batch = all.slice(start, start + MAX_BATCH)
      const names = await namesOf(batch, (query, limit) => rowsOf(source, query, limit)).catch(
        // Without names the table shows types and ids.
        () => new Map<string, string>(),
      )
      if (names.size > 0)
        useNames.setState((state) => ({ [scope]: new Map([...(state[scope] ?? []), ...names]) }))
    }
  }
}

async function rowsOf({ connection, timeRange }: Source, query: string, limit: number) {
  if (connection === undefined) return undefined
  const answer = await workbench.call('models.runQuery', { connection, query, limit, timeRange })
  const outcome = readAnswer(answer)
  return outcome.kind === 'rows' ? outcome.result.rows : undefined
}

const NONE: ReadonlyMap<string, string> = new Map()

/** Returns the known names of these entities and requests the others. */
export function useEntityNames(source: Source, keys: readonly string[]): ReadonlyMap<string, string> {
  const scope = useMemo(() => scopeOf(source), [source])
  const wanted = keys.join('\n')
  useEffect(() => {
    const known = requested.get(scope) ?? new Set()
    requested.set(scope, known)
    const fresh = wanted === '' ? [] : wanted.split('\n').filter((key) => !known.has(key))
    if (fresh.length === 0) return
    for (const key of fresh) known.add(key)
    if (waiting.size === 0) setTimeout(() => void askWaiting(), GATHER_MS)
    const gathered = waiting.get(scope) ?? { source, keys: new Set() }
    for (const key of fresh) gathered.keys.add(key)
    waiting.set(scope, gathered)
  }, [scope, source, wanted])
  return useNames((state) => state[scope] ?? NONE)
}
