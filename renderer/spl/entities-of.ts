import { entityKey } from '#shared/model/entity.ts'
import type { Value } from '#shared/spl/ast.ts'
import { parseSpl } from '#shared/spl/parse.ts'

type Parameters = Readonly<Record<string, unknown>>

/** Strings in a value, including those of its parameters. */
function textsOf(value: Value, parameters: Parameters): string[] {
  switch (value.kind) {
    case 'string':
      return [value.value]
    case 'list':
      return value.items.flatMap((item) => textsOf(item, parameters))
    case 'parameter':
      return [parameters[value.name]].flat().filter((one) => typeof one === 'string')
    default:
      return []
  }
}

/** Keys of the entities a statement names by id; empty if it names none or does not parse. */
export function entitiesOf(statement: string, parameters: Parameters = {}): string[] {
  try {
    const named = parseSpl(statement).stages.find((stage) => stage.kind === 'with')
    const texts = (key: string): string[] => {
      const pair = named?.pairs.find((one) => one.key.name === key)
      return pair ? textsOf(pair.value, parameters) : []
    }
    const [domain = ''] = texts('domain')
    const [type] = texts('name')
    return type === undefined ? [] : texts('ids').map((id) => entityKey({ domain, type, id }))
  } catch {
    return []
  }
}
