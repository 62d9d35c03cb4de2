import type { Json, JsonObject } from '#shared/model/json.ts'
import { textOf } from '#shared/model/json.ts'
import type { Value } from '#shared/spl/index.ts'

const PLACEHOLDER = /^\$([A-Za-z0-9_]+)$/

/**
 * Returns a literal's JSON value. `$name`, quoted or not, becomes the parameter of that name, or stays text
 * if there is none (docs/spl.md#values).
 */
export function valueOf(value: Value, parameters: JsonObject): Json {
  switch (value.kind) {
    case 'string': {
      const name = PLACEHOLDER.exec(value.value)?.[1]
      return name === undefined ? value.value : parameterOf(name, parameters)
    }
    case 'number':
    case 'boolean':
      return value.value
    case 'parameter':
      return parameterOf(value.name, parameters)
    case 'list':
      return value.items.map((item) => valueOf(item, parameters))
    case 'node':
      return Object.fromEntries(
        value.properties.map((pair) => [pair.key.name, valueOf(pair.value, parameters)]),
      )
  }
}

function parameterOf(name: string, parameters: JsonObject): Json {
  return Object.hasOwn(parameters, name) ? (parameters[name] ?? null) : `$${name}`
}

/** Returns a literal as the text that filters compare. */
export function textValue(value: Value, parameters: JsonObject): string {
  if (value.kind === 'number') return value.written
  return textOf(valueOf(value, parameters))
}

/** Returns a list of texts: a list's items, or a single value. */
export function textList(value: Value, parameters: JsonObject): string[] {
  const json = valueOf(value, parameters)
  return Array.isArray(json) ? json.map((item: Json) => textOf(item)) : [textOf(json)]
}
