/** The supported part of JSON Schema. Everything else is left to the server's validation. */
export interface FormSchema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly contentEncoding?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly enumNames?: readonly string[]
  readonly properties?: Readonly<Record<string, FormSchema>>
  readonly required?: readonly string[]
  readonly items?: FormSchema
  readonly oneOf?: readonly FormSchema[]
  readonly anyOf?: readonly FormSchema[]
  readonly allOf?: readonly FormSchema[]
  readonly additionalProperties?: boolean | FormSchema
  readonly deprecated?: boolean
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, FormSchema>>
  readonly definitions?: Readonly<Record<string, FormSchema>>
  /** Our extension: absent optional members are offered in a list instead of shown. */
  readonly foldOptional?: boolean
  /** Our extension: shown all the same. */
  readonly shown?: boolean
  /** Our extension: the label, whatever the name. */
  readonly label?: string
}

/** Formats with a dedicated input. */
const TEXT_FORMATS = ['email', 'uri', 'date', 'date-time', 'time', 'password'] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]

/** The control for a schema. */
export type Control =
  | { readonly kind: 'text'; readonly long: boolean; readonly format: TextFormat | undefined }
  | { readonly kind: 'number'; readonly integer: boolean; readonly schema: FormSchema }
  /** Unix seconds, edited as date and time. */
  | { readonly kind: 'moment' }
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'enum'
      readonly values: readonly unknown[]
      readonly titles: readonly (string | undefined)[]
    }
  /** A multiple choice of distinct values. */
  | {
      readonly kind: 'set'
      readonly values: readonly unknown[]
      readonly titles: readonly (string | undefined)[]
    }
  | { readonly kind: 'file' }
  | {
      readonly kind: 'object'
      readonly properties: readonly (readonly [string, FormSchema])[]
      readonly required: ReadonlySet<string>
      readonly fold: boolean
    }
  | { readonly kind: 'list'; readonly items: FormSchema }
  | { readonly kind: 'union'; readonly options: readonly FormSchema[] }
  | { readonly kind: 'json' }

const DEPTH = 12

/** Resolves `$ref` within the document; a dangling or circular one becomes `{}`, which gets a JSON field. */
export function resolveRef(schema: FormSchema, root: FormSchema): FormSchema {
  let current = schema
  for (let hops = 0; current.$ref !== undefined && hops < DEPTH; hops++) {
    const path = current.$ref.startsWith('#/') ? current.$ref.slice(2).split('/') : []
    const found = path.reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null
          ? (at as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')]
          : undefined,
      root,
    )
    if (path.length === 0 || typeof found !== 'object' || found === null) return {}
    current = found as FormSchema
  }
  return current.$ref === undefined ? current : {}
}

/** Merges `allOf` and removes `null` from unions. */
export function simplify(schema: FormSchema, root: FormSchema): FormSchema {
  const resolved = resolveRef(schema, root)
  if (resolved.allOf === undefined) return resolved
  const parts = resolved.allOf.map((part) => simplify(part, root))
  return {
    ...resolved,
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, resolved.properties, ...parts.map((part) => part.properties)),
    required: [resolved, ...parts].flatMap((part) => part.required ?? []),
  }
}

const isNull = (schema: FormSchema): boolean => schema.type === 'null' || schema.const === null

/** Whether null is allowed, so that the value can be omitted. */
export function isNullable(schema: FormSchema, root: FormSchema): boolean {
  const { type, oneOf, anyOf } = simplify(schema, root)
  return (
    (Array.isArray(type) && type.includes('null')) ||
    [...(oneOf ?? []), ...(anyOf ?? [])].some((option) => isNull(resolveRef(option, root)))
  )
}

type EnumControl = Extract<Control, { kind: 'enum' }>

/** Detects an enumeration, in any of the ways a schema can express one. */
function enumOf(simple: FormSchema, options: readonly FormSchema[]): EnumControl | undefined {
  if (options.length > 0 && options.every((option) => option.const !== undefined))
    return {
      kind: 'enum',
      values: options.map((option) => option.const),
      titles: options.map(({ title }) => title),
    }
  if (simple.enum) {
    const { enum: values, enumNames = [] } = simple
    const places = values.flatMap((value, place) => (value === null ? [] : [place]))
    return {
      kind: 'enum',
      values: places.map((place) => values[place]),
      titles: places.map((place) => enumNames[place]),
    }
  }
  return simple.const === undefined
    ? undefined
    : { kind: 'enum', values: [simple.const], titles: [undefined] }
}

const optionsOf = ({ oneOf = [], anyOf = [] }: FormSchema, root: FormSchema): FormSchema[] =>
  [...oneOf, ...anyOf].map((option) => resolveRef(option, root)).filter((option) => !isNull(option))

/** Determines the control for a schema. */
export function controlOf(schema: FormSchema, root: FormSchema): Control {
  const simple = simplify(schema, root)
  const options = optionsOf(simple, root)
  const few = options.every((option) => option.const !== undefined) ? enumOf(simple, options) : undefined
  if (few) return few
  if (options.length === 1 && options[0]) return controlOf(options[0], root)
  if (options.length > 1) return { kind: 'union', options }
  const types = (Array.isArray(simple.type) ? simple.type : [simple.type]).filter((type) => type !== 'null')
  if (types.length > 1)
    return { kind: 'union', options: types.map((type) => ({ ...simple, type: type as string })) }
  return byType(types[0] as string | undefined, simple, root)
}

function byType(type: string | undefined, schema: FormSchema, root: FormSchema): Control {
  switch (type) {
    case 'string':
      if (schema.contentEncoding === 'base64' || schema.format === 'byte' || schema.format === 'binary')
        return { kind: 'file' }
      return {
        kind: 'text',
        format: TEXT_FORMATS.find((format) => format === schema.format),
        long: schema.format === 'textarea' || /query|text|content|body|prompt|code/i.test(schema.title ?? ''),
      }
    case 'number':
    case 'integer':
      if (schema.format === 'unix-seconds') return { kind: 'moment' }
      return { kind: 'number', integer: type === 'integer', schema }
    case 'boolean':
      return { kind: 'boolean' }
    case 'array': {
      const { items = {} } = schema
      const item = simplify(items, root)
      const few = enumOf(item, optionsOf(item, root))
      return few ? { ...few, kind: 'set' } : { kind: 'list', items }
    }
    case 'object':
      return objectControl(schema)
    default:
      return schema.properties ? objectControl(schema) : { kind: 'json' }
  }
}

function objectControl(schema: FormSchema): Control {
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0) return { kind: 'json' }
  return {
    kind: 'object',
    properties,
    required: new Set(schema.required ?? []),
    fold: schema.foldOptional === true,
  }
}

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value

function fits(option: FormSchema, value: unknown, root: FormSchema): boolean {
  const { type, properties, required = [] } = simplify(option, root)
  const types = (Array.isArray(type) ? type : [type]) as readonly (string | undefined)[]
  const valueType = typeOf(value)
  if (type === undefined) return properties === undefined || valueType === 'object'
  if (types.includes('integer') && valueType === 'number') return true
  return (
    types.includes(valueType) &&
    (valueType !== 'object' || required.every((name) => Object.hasOwn(value as object, name)))
  )
}

/**
 * The variant of a union that a value has: the chosen one while it or none matches, otherwise the first
 * match.
 */
export function matchingOption(
  options: readonly FormSchema[],
  value: unknown,
  root: FormSchema,
  picked = 0,
): number {
  const chosen = options[picked]
  if (value === undefined || (chosen && fits(chosen, value, root))) return picked
  // A newly chosen variant that is not filled in matches nothing.
  const found = options.findIndex((option) => fits(option, value, root))
  return found < 0 ? picked : found
}

/** The initial value of a field: its default, the only possible value, an empty list, or undefined. */
export function initialValue(schema: FormSchema, root: FormSchema, depth = 0): unknown {
  const simple = simplify(schema, root)
  if (simple.default !== undefined) return simple.default
  if (simple.const !== undefined) return simple.const
  const control = controlOf(simple, root)
  // A required list left empty is still a list.
  if (control.kind === 'list' || control.kind === 'set') return []
  if (control.kind !== 'object' || depth > DEPTH) return undefined
  const members = control.properties.flatMap(([name, member]) => {
    const required = control.required.has(name)
    const value =
      required || resolveRef(member, root).default !== undefined
        ? initialValue(member, root, depth + 1)
        : undefined
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(members)
}
