import { METHOD_FACTS, type Method } from '#shared/spl/service/callables.ts'

/** All names and aliases of methods. */
export const METHOD_NAMES: readonly string[] = METHOD_FACTS.flatMap(({ name, aliases }) => [name, ...aliases])

export function findMethod(name: string): Method | undefined {
  return METHOD_FACTS.find((method) => method.name === name || method.aliases.includes(name))
}

/** Formats parameters as `metric varchar`, for explain and the method table. */
export function signatureOf(method: Method): string[] {
  return method.parameters.map(
    ({ name, type, required, default: value }) =>
      `${name} ${type}${required ? ' required' : ''}${value === undefined ? '' : ` = ${String(value)}`}`,
  )
}
