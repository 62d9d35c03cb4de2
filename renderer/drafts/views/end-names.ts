import { useEffect, useMemo, useState } from 'react'
import type { JsonObject } from '#shared/model/json.ts'
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
    return name === undefined || name === '' ? [] : [[keyOfValue('entity', row), name]]
  })

/** Names of entities that are in the draft itself; the server may not know them yet. */
function namesInDraft(items: readonly DraftItem[]): [string, string][] {
  return items.flatMap((item) => {
    const parsed = item.type === 'entity' ? parseYaml(item.text) : undefined
    return parsed?.ok ? namesOf([parsed.value]) : []
  })
}

/** Names of the ends of relations by key, from the draft and the server; ends without a name are left out. */
export function useEndNames(target: Target, items: readonly DraftItem[]): NamesByKey {
  const [found, setFound] = useState<NamesByKey>(new Map())
  const inDraft = useMemo(() => namesInDraft(items), [items])
  const wanted = useMemo(() => {
    const keys = items.flatMap((item) => (item.type === 'relation' ? endsOf(keyOfItem(item)) : []))
    return [...new Set(keys)].slice(0, MAX_ENDS).toSorted().join('\n')
  }, [items])
  useEffect(() => {
    if (wanted === '') return undefined
    const abort = new AbortController()
    entityRows(wanted.split('\n'), (query, limit) =>
      // A server may refuse ids of several sets in one query; then each set is asked.
      rowsOf(target, query, limit, abort.signal).catch(() => undefined),
    ).then(
      (rows) => !abort.signal.aborted && setFound(new Map(namesOf(rows as readonly JsonObject[]))),
      () => undefined,
    )
    return () => abort.abort()
  }, [target, wanted])
  return useMemo(() => new Map([...found, ...inDraft]), [found, inDraft])
}
