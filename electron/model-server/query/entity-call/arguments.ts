import type { Json, JsonObject } from '#shared/model/json.ts'
import { textOf } from '#shared/model/json.ts'
import { type StageOf, type Value, unknownName } from '#shared/spl/index.ts'
import type { Method, MethodParameter } from '#shared/spl/service/callables.ts'
import { planError } from '../../service-error.ts'
import type { Place } from '../budget.ts'
import { valueOf } from '../parameters.ts'
import { METHOD_NAMES, findMethod, signatureOf } from './methods.ts'

export type Arguments = { readonly [name: string]: Json }

/** @throws ServiceError QUERY_PLAN_ERROR for an unknown method */
export function methodOf(call: StageOf<'entity-call'>): Method {
  const method = findMethod(call.method.name)
  if (method) return method
  const { name } = call.method
  const { sentence, details } = unknownName('method', name, { names: METHOD_NAMES })
  throw planError(call.method, sentence, { method: name, ...details })
}

/** How a method is called, in no language: `get_metrics(domain, name, metric?)`. */
const callOf = ({ name, parameters }: Method): string =>
  `${name}(${parameters.map((one) => `${one.name}${one.required ? '' : '?'}`).join(', ')})`

/** Where an argument was written; the call, where it was not. */
export function placeOf(method: Method, call: StageOf<'entity-call'>, name: string): Place {
  let position = 0
  for (const { key, value } of call.args) {
    const parameter = key ? key.name : method.parameters[position++]?.name
    if (parameter === name) return value
  }
  return call
}

/**
 * Returns the validated arguments by parameter name; only those given.
 *
 * @throws ServiceError QUERY_PLAN_ERROR: too many, unknown, duplicate, of the wrong type, or missing
 */
export function bindArguments(
  method: Method,
  call: StageOf<'entity-call'>,
  parameters: JsonObject,
): Arguments {
  const names = method.parameters.map(({ name }) => name)
  const bound: { [name: string]: Json } = {}
  let position = 0
  for (const { key, value, from, to } of call.args) {
    const parameter = key
      ? method.parameters.find(({ name }) => name === key.name)
      : method.parameters[position++]
    const details = { method: method.name, expected: signatureOf(method) }
    if (!parameter && key) {
      const unknown = unknownName('parameter', key.name, { names })
      throw planError(key, unknown.sentence, { ...unknown.details, ...details, argument: key.name })
    }
    if (!parameter) {
      throw planError({ from, to }, `${method.name} takes at most ${names.length} arguments.`, {
        ...details,
        found: `argument ${position}`,
      })
    }
    if (Object.hasOwn(bound, parameter.name)) {
      throw planError({ from, to }, `The parameter ${parameter.name} is given twice; keep one.`, {
        ...details,
        argument: parameter.name,
      })
    }
    bound[parameter.name] = typed(method, parameter, value, parameters)
  }
  for (const { name, required } of method.parameters) {
    if (!required || (bound[name] ?? '') !== '') continue
    throw planError(call.method, `${method.name} needs ${name}: ${callOf(method)}.`, {
      method: method.name,
      argument: name,
      expected: signatureOf(method),
    })
  }
  return bound
}

function typed(method: Method, parameter: MethodParameter, value: Value, parameters: JsonObject): Json {
  const json = valueOf(value, parameters)
  const wrong = (): Error =>
    planError(value, `${parameter.name} is ${parameter.type}, not ${textOf(json)}.`, {
      method: method.name,
      argument: parameter.name,
      found: textOf(json),
      expected: [parameter.type],
    })
  switch (parameter.type) {
    case 'boolean':
      if (typeof json === 'boolean') return json
      throw wrong()
    case 'array<varchar>': {
      if (!Array.isArray(json)) throw wrong()
      const items: readonly Json[] = json
      if (items.some((item) => typeof item === 'object' && item !== null)) throw wrong()
      return items.map((item) => textOf(item))
    }
    case 'boolean or varchar':
      if (json === null || typeof json === 'boolean' || typeof json === 'string') return json
      throw wrong()
    case 'varchar':
      if (json === null || typeof json === 'string') return json
      throw wrong()
  }
}
