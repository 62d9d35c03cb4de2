import type { EntityKey } from '../model/entity.ts'

/** Formats a text as an SPL literal in single quotes; quotes and backslashes inside are escaped with a backslash. */
export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Formats an entity as an item of a `graph-call`'s node list. */
export function entityReference({ domain, type, id }: EntityKey): string {
  const label = `${domain}@${type}`.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
  return `(:"${label}" {__entity_id__: ${literal(id)}})`
}
