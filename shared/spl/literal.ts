import type { EntityKey } from '../model/entity.ts'

/** A text as SPL writes it down: between single quotes, which stand behind a backslash inside it, as backslashes do. */
export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** An entity as an item of a `graph-call`'s list of nodes. */
export function entityReference({ domain, type, id }: EntityKey): string {
  const label = `${domain}@${type}`.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
  return `(:"${label}" {__entity_id__: ${literal(id)}})`
}
