import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { entityKey, entityName } from '#shared/model/entity.ts'
import { workbench } from '../../app/workbench.ts'
import { entityRows } from '../../viewer/entity-rows.ts'
import { readAnswer } from '../../spl/result.ts'
import type { RunRequest } from './run.ts'

/** Keys in one question. */
const MAX_BATCH = 500
/** Milliseconds in which keys are gathered, so that the rows that come into sight together are one question. */
const GATHER_MS = 30

/** Where names are asked for: entities that are gone have a name only within the time range of the query. */
type Source = Pick<RunRequest, 'connection' | 'timeRange'>

const scopeOf = ({ connection, timeRange }: Source): string =>
  JSON.stringify([connection, timeRange?.from, timeRange?.to])

/** Names of entities by key, for each source. */
const useNames = create<Readonly<Record<string, ReadonlyMap<string, string>>>>(() => ({}))

/** Keys that were asked for already, by source. */
const asked = new Map<string, Set<string>>()

/** A query was run: what it brings may have other names now. The known ones are shown until then. */
export const askNamesAgain = (): void => asked.clear()

/** The names of entities. */
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

/** Keys that wait to be asked for. */
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
  const answer = await workbench.call('models.runQuery', { connection, query, limit, timeRange })
  const outcome = readAnswer(answer)
  return outcome.kind === 'rows' ? outcome.result.rows : undefined
}

const NONE: ReadonlyMap<string, string> = new Map()

/** The names of these entities, as far as they are known; the others are asked for. */
export function useEntityNames(source: Source, keys: readonly string[]): ReadonlyMap<string, string> {
  const scope = useMemo(() => scopeOf(source), [source])
  const wanted = keys.join('\n')
  useEffect(() => {
    const known = asked.get(scope) ?? new Set()
    asked.set(scope, known)
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
