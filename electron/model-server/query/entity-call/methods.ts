import { METHOD_FACTS, type Method } from '#shared/spl/service/callables.ts'

/** Every name a method goes by. */
export const METHOD_NAMES: readonly string[] = METHOD_FACTS.flatMap(({ name, aliases }) => [name, ...aliases])

export function findMethod(name: string): Method | undefined {
  return METHOD_FACTS.find((method) => method.name === name || method.aliases.includes(name))
}

/** `metric varchar` and the like, as explain and the method table show them. */
export function signatureOf(method: Method): string[] {
  return method.parameters.map(
    ({ name, type, required, default: value }) =>
      `${name} ${type}${required ? ' required' : ''}${value === undefined ? '' : ` = ${String(value)}`}`,
  )
}
