import { useEffect, useMemo, useState } from 'react'
import type { JsonObject } from '#shared/model/json.ts'
import { shownName } from '../../ui/shown-name.ts'
import { entityRows } from '../../viewer/entity-rows.ts'
import { keyOfItem, keyOfValue, nameOf, type DraftItem } from '../items/draft.ts'
import { endsOf } from '../items/relation-ends.ts'
import { parseYaml } from '../items/yaml-text.ts'
import { rowsOf } from '../server/calls.ts'
import type { Target } from '../server/target.ts'

/** Maximum ends whose names are looked up. */
const MAX_ENDS = 500

export type NamesByKey = ReadonlyMap<string, string>

const namesOf = (rows: readonly JsonObject[]): [string, string][] =>
  rows.flatMap((row): [string, string][] => {
    const name = nameOf(row)
    return name === undefined || name === '' ? [] : [[keyOfValue('entity', row), shownName(name)]]
  })

/** Entities that are in the draft itself; the server may not know them yet. */
export const entitiesInDraft = (items: readonly DraftItem[]): JsonObject[] =>
  items.flatMap((item) => {
    const parsed = item.type === 'entity' ? parseYaml(item.text) : undefined
    return parsed?.ok ? [parsed.value] : []
  })

/** Names of the ends of relations by key, from the draft and the server; ends without a name are left out. */
export function useEndNames(target: Target, items: readonly DraftItem[]): NamesByKey {
  const inDraft = useMemo(() => namesOf(entitiesInDraft(items)), [items])
  const relations = useMemo(
    () => items.flatMap((item) => (item.type === 'relation' ? (keyOfItem(item) ?? []) : [])),
    [items],
  )
  const found = useServerNames(target, relations)
  return useMemo(() => new Map([...found, ...inDraft]), [found, inDraft])
}

interface EndRows {
  /** The keys that were asked for, one a line. */
  readonly of: string
  readonly rows: readonly JsonObject[]
}

/**
 * The server's rows of entities by key, one key a line; those asked for before, until they are read. A server may
 * refuse ids of several sets in one query; then each set is asked, unless a part that is missing `matters`.
 */
function useEndRows(target: Target, wanted: string, matters: boolean): EndRows | undefined {
  const [found, setFound] = useState<EndRows>()
  useEffect(() => {
    if (wanted === '') return undefined
    const abort = new AbortController()
    entityRows(wanted.split('\n'), (query, limit) => {
      const rows = rowsOf(target, query, limit, abort.signal)
      return matters ? rows : rows.catch(() => undefined)
    }).then(
      (rows) => !abort.signal.aborted && setFound({ of: wanted, rows: rows as readonly JsonObject[] }),
      () => undefined,
    )
    return () => abort.abort()
  }, [target, wanted, matters])
  return found
}

/** The ends of relations, each once. */
const endsIn = (relations: readonly string[]): string[] => [...new Set(relations.flatMap(endsOf))]

/** Keys of the ends of relations that exist, on the server or in the draft; undefined while that is not known. */
export function useKnownEnds(target: Target, items: readonly DraftItem[]): ReadonlySet<string> | undefined {
  const wanted = useMemo(() => {
    const ends = endsIn(items.flatMap((item) => (item.type === 'relation' ? (keyOfItem(item) ?? []) : [])))
    return ends.length > MAX_ENDS ? '' : ends.toSorted().join('\n')
  }, [items])
  const found = useEndRows(target, wanted, true)
  return useMemo(() => {
    if (found === undefined || found.of !== wanted) return undefined
    const inDraft = items.flatMap((item) => (item.type === 'entity' ? (keyOfItem(item) ?? []) : []))
    return new Set([...found.rows.map((row) => keyOfValue('entity', row)), ...inDraft])
  }, [found, wanted, items])
}

/** Names that the server has for the ends of relations. */
export function useServerNames(target: Target, relations: readonly string[]): NamesByKey {
  const wanted = useMemo(() => endsIn(relations).slice(0, MAX_ENDS).toSorted().join('\n'), [relations])
  const found = useEndRows(target, wanted, false)
  return useMemo(() => new Map(namesOf(found?.rows ?? [])), [found])
}
