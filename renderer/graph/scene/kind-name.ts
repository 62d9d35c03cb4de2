import { text, type MessageKey } from '../../i18n/text.ts'
import { shownName } from '../../ui/shown-name.ts'

/** Display name of a kind: `entity_set` is "entity set"; an entity's type, as `devops.change_request`, is a name. */
export function kindName(kind: string): string {
  return listedName(kind) ?? shownName(kind.includes('.') ? kind : kind.replaceAll('_', ' '))
}

/** The name of a kind of the model; undefined for a type of entities. */
export function listedName(kind: string): string | undefined {
  const key = `explorer.kind.${kind}`
  const name = text(key as MessageKey)
  return name === key ? undefined : name
}
