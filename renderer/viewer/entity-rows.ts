import { parseEntityKey } from '#shared/model/entity.ts'
import { literal } from '#shared/spl/literal.ts'
import type { Row } from './graph-of-rows.ts'

/** Queries rows; undefined if the server refuses. */
type Ask = (query: string, limit: number) => Promise<readonly Row[] | undefined>

/**
 * Rows of entities in a single query across sets; falls back to one query per set for servers that require
 * it.
 */
export async function entityRows(keys: readonly string[], ask: Ask): Promise<readonly Row[]> {
  const bySet = new Map<string, string[]>()
  for (const key of keys) {
    const { domain, type, id } = parseEntityKey(key) ?? {}
    if (domain === undefined || type === undefined || id === undefined) continue
    const set = `domain=${literal(domain)}, name=${literal(type)}`
    bySet.set(set, [...(bySet.get(set) ?? []), id])
  }
  const question = (ids: readonly string[], set = ''): string =>
    `.entity with(${set}${set === '' ? '' : ', '}ids=[${[...new Set(ids)].map(literal).join(', ')}])`
  const sets = [...bySet]
  const [first] = sets
  const together =
    sets.length === 1 && first
      ? await ask(question(first[1], first[0]), keys.length)
      : await ask(question(sets.flatMap(([, ids]) => ids)), keys.length)
  const rows = together ? [...together] : []
  if (!together && sets.length > 1)
    for (const [set, ids] of sets) rows.push(...((await ask(question(ids, set), ids.length)) ?? []))
  return rows
}
