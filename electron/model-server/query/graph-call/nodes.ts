import { type EntityKey, entityKey } from '#shared/model/entity.ts'
import { type JsonObject, textOf } from '#shared/model/json.ts'
import { SplError, type Value } from '#shared/spl/index.ts'
import { valueOf } from '../parameters.ts'

const ENTITY_ID = /^[0-9a-f]{32}$/

/**
 * The stable keys of `[(:"domain@type" {__entity_id__: '…'}), …]`.
 *
 * @throws SplError when the list is missing, empty or holds something else (docs/spl.md#graph-calls)
 */
export function seedsOf(
  value: Value | undefined,
  at: { from: number; to: number },
  parameters: JsonObject,
): string[] {
  const example = '[(:"domain@type" {__entity_id__: \'…\'})]'
  if (value?.kind !== 'list' || value.items.length === 0) {
    throw new SplError(`The argument nodes is a list of at least one node, as in ${example}.`, {
      from: value?.from ?? at.from,
      to: value?.to ?? at.to,
      expected: [example],
      argument: 'nodes',
    })
  }
  return [...new Set(value.items.map((item) => entityKey(nodeKey(item, example, parameters))))]
}

function nodeKey(item: Value, example: string, parameters: JsonObject): EntityKey {
  if (item.kind !== 'node') {
    throw new SplError(`The argument nodes holds nodes only, as in ${example}.`, {
      from: item.from,
      to: item.to,
      expected: [example],
      argument: 'nodes',
    })
  }
  const [domain = '', type = ''] = item.label.split('@')
  const id = item.properties.findLast((pair) => pair.key.name === '__entity_id__')
  const text = id ? textOf(valueOf(id.value, parameters)) : ''
  if (!ENTITY_ID.test(text)) {
    throw new SplError('An entity id is 32 lower-case hexadecimal digits.', {
      from: id?.value.from ?? item.from,
      to: id?.value.to ?? item.to,
      found: text,
      expected: ['32 lower-case hexadecimal digits'],
      argument: '__entity_id__',
    })
  }
  return { domain, type, id: text }
}
