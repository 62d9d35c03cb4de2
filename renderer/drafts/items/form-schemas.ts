import { METHODS } from '#shared/model/entity.ts'
import { isJsonObject, type JsonObject, textOf } from '#shared/model/json.ts'
import { KINDS, schemaOf, type Members, type Rule } from '#shared/model/kinds/index.ts'
import type { ItemType } from '#shared/documents/authoring.ts'
import { localizedText } from '../../i18n/localized-text.ts'
import { type MessageKey, type Text, text, translateServerText } from '../../i18n/text.ts'
import type { FormSchema } from '../../form/schema.ts'
import { readableName } from '../../form/field-name.tsx'
import { keyFields, originOfId } from './entity-id.ts'

const about = (english: string | undefined): { description?: string } =>
  english === undefined ? {} : { description: translateServerText(english) }

/** A text in one language, or in several. */
const words = (hint: string | undefined): FormSchema => ({
  ...about(hint),
  anyOf: [
    { type: 'string', title: text('authoring.form.oneText') },
    {
      type: 'object',
      title: text('authoring.form.byLanguage'),
      // Each language is called by its own name.
      properties: { en_us: { type: 'string', title: 'English' }, zh_cn: { type: 'string', title: '中文' } },
    },
  ],
})

/** Converts a rule of a kind's schema to a form schema. */
function formOfRule(rule: Rule): FormSchema {
  switch (rule.type) {
    case 'text':
      return { type: 'string', ...about(rule.about), ...(rule.choices ? { enum: rule.choices } : {}) }
    case 'number':
    case 'boolean':
      return { type: rule.type, ...about(rule.about) }
    case 'any':
    case 'map':
      return about(rule.about)
    case 'words':
      return words(rule.about)
    case 'list':
      return { type: 'array', items: formOfRule(rule.items), ...about(rule.about) }
    case 'object':
      return { ...formOfMembers(rule.members), ...about(rule.about) }
    case 'either':
      return { ...about(rule.about), anyOf: rule.rules.map(formOfRule) }
  }
}

/** Members as an object; absent optional ones are offered instead of shown, since a field has two dozen. */
function formOfMembers(members: Members): FormSchema {
  return {
    type: 'object',
    foldOptional: true,
    properties: Object.fromEntries(
      Object.entries(members).map(([name, { rule }]) => [name, formOfRule(rule)]),
    ),
    required: Object.entries(members).flatMap(([name, { required }]) => (required ? [name] : [])),
  }
}

/** Adds members of a value unknown to its schema, as JSON or text, so that nothing is hidden. */
function withUnknown(schema: FormSchema, value: unknown): FormSchema {
  const properties = schema.properties ?? {}
  const unknown = Object.entries(isJsonObject(value) ? value : {}).filter(
    ([name]) => !Object.hasOwn(properties, name),
  )
  if (unknown.length === 0) return schema
  return {
    ...schema,
    type: 'object',
    properties: {
      ...properties,
      ...Object.fromEntries(unknown.map(([name, member]) => [name, schemaOfValue(member)])),
    },
  }
}

function schemaOfValue(value: unknown): FormSchema {
  return ['string', 'number', 'boolean'].includes(typeof value) ? { type: typeof value } : {}
}

/** A member that is called in words alone: the other half of the form, YAML, has its name. */
const called = (name: string, schema: FormSchema): FormSchema => ({
  ...schema,
  label: readableName(name, undefined),
})

function elementForm(value: JsonObject): FormSchema {
  const kind = typeof value['kind'] === 'string' ? schemaOf(value['kind']) : undefined
  const metadata = isJsonObject(value['metadata']) ? value['metadata'] : {}
  // The key that is authored in the metadata is what counts; a row repeats it beside it.
  const authored = (name: string): boolean => textOf(metadata[name]) !== ''
  const keys = ['domain', 'name'].filter((name) => !authored(name))
  const shown = Object.fromEntries(
    Object.entries(value).filter(([name]) => keys.includes(name) || !['domain', 'name'].includes(name)),
  )
  const spec = kind ? { ...formOfMembers(kind.spec), description: translateServerText(kind.about) } : {}
  return withUnknown(
    {
      type: 'object',
      foldOptional: true,
      properties: {
        kind: called('kind', {
          type: 'string',
          enum: KINDS,
          enumNames: KINDS.map((each) => text(`explorer.kind.${each}`)),
        }),
        ...Object.fromEntries(keys.map((name) => [name, called(name, { type: 'string' })])),
        version: called('version', { type: 'string' }),
        metadata: withUnknown(
          {
            label: readableName('metadata', undefined),
            type: 'object',
            foldOptional: true,
            properties: {
              name: called('name', { type: 'string' }),
              domain: called('domain', { type: 'string' }),
              display_name: words(undefined),
              description: words(undefined),
              short_description: words(undefined),
            },
          },
          value['metadata'],
        ),
        schema: {},
        spec: withUnknown(called('spec', spec), value['spec']),
      },
      required: ['kind', ...keys, 'spec'],
    },
    shown,
  )
}

const FIELD_TYPES: Readonly<Record<string, FormSchema>> = {
  integer: { type: 'integer' },
  float: { type: 'number' },
  boolean: { type: 'boolean' },
  json_object: {},
  json_array: {},
}

/** Above this number of fields a set shows only its key fields, and offers the others. */
const MANY_FIELDS = 30

/** Form schemas of an entity set's fields: called and described as the set does, in the page's language. */
function fieldsOf(set: JsonObject | undefined): Record<string, FormSchema> {
  const spec = set && isJsonObject(set['spec']) ? set['spec'] : {}
  const fields = Array.isArray(spec['fields']) ? (spec['fields'] as unknown[]) : []
  return Object.fromEntries(
    fields.flatMap((field) => {
      if (!isJsonObject(field) || typeof field['name'] !== 'string') return []
      const { name, type, unit } = field
      const schema = FIELD_TYPES[typeof type === 'string' ? type : ''] ?? { type: 'string' }
      const title = localizedText(field['display_name'])
      const hint = [localizedText(field['description']), textOf(unit)].filter(Boolean).join(' · ')
      return [
        [
          name,
          {
            ...schema,
            shown: fields.length <= MANY_FIELDS,
            ...(title === undefined ? {} : { title }),
            ...(hint === '' ? {} : { description: hint }),
          },
        ],
      ]
    }),
  )
}

const SYSTEM = {
  __first_observed_time__: {
    label: 'authoring.form.first',
    schema: { type: 'number', format: 'unix-seconds' },
  },
  __last_observed_time__: {
    label: 'authoring.form.last',
    schema: { type: 'number', format: 'unix-seconds' },
  },
  __method__: { label: 'authoring.form.method', schema: { type: 'string', enum: METHODS } },
  __keep_alive_seconds__: { label: 'authoring.form.alive', schema: { type: 'number' } },
  __category__: { label: 'authoring.form.category', schema: { type: 'string' } },
} as const satisfies Record<string, { readonly label: MessageKey; readonly schema: FormSchema }>

const system = (t: Text): Record<string, FormSchema> =>
  Object.fromEntries(
    Object.entries(SYSTEM).map(([name, { label, schema }]) => [
      name,
      {
        ...schema,
        label: t(label),
        ...('enum' in schema
          ? { enumNames: schema.enum.map((each) => t(`authoring.form.method.${each}`)) }
          : {}),
      },
    ]),
  )
const SYSTEM_REQUIRED = ['__method__', '__first_observed_time__', '__last_observed_time__']

/** Members chosen together with one picker: the set of an entity, the ends and the type of a relation. */
const PICKED: Readonly<Record<'entity' | 'relation', readonly string[]>> = {
  entity: ['__domain__', '__entity_type__'],
  relation: [
    ...['domain', 'entity_type', 'entity_id'].flatMap((name) => [`__src_${name}__`, `__dest_${name}__`]),
    '__relation_type__',
  ],
}

/** Labels of the fields of entities and relations, by the start of their members' names. */
const LABELS: readonly (readonly [start: string, label: MessageKey])[] = [
  ['__src_', 'authoring.form.from'],
  ['__dest_', 'authoring.form.to'],
  ['__relation_type__', 'authoring.form.type'],
  ['__domain__', 'authoring.form.set'],
  ['__entity_type__', 'authoring.form.set'],
  ['__entity_id__', 'authoring.form.id'],
  ...Object.entries(SYSTEM).map(([name, { label }]) => [name, label] as const),
]

/** The label of the field that has the member at a path, if it has one of its own. */
export const labelOf = (path: string): MessageKey | undefined =>
  LABELS.find(([start]) => path.startsWith(start))?.[1]

/** The members covered by pickers, for editing them individually. */
export const pickedMembers = (type: ItemType): Record<string, FormSchema> =>
  type === 'element' ? {} : Object.fromEntries(PICKED[type].map((name) => [name, { type: 'string' }]))

/** The id of an entity, with the fields that it is made from. */
function idForm(set: JsonObject | undefined, fields: Record<string, FormSchema>, t: Text): FormSchema {
  const id: FormSchema = { type: 'string', label: t('authoring.form.id') }
  const origin = originOfId(set)
  if (!origin) return id
  const names = origin.fields.map((name) => readableName(name, fields[name]?.title))
  return { ...id, description: t(`authoring.form.id.${origin.from}`, { fields: names.join(', ') }) }
}

/**
 * The form schema of an item: an element's from its kind, an entity's from its entity set `definition`.
 * Members covered by pickers are omitted.
 */
export function formOf(
  type: ItemType,
  value: JsonObject,
  definition?: JsonObject,
  t: Text = text,
): FormSchema {
  if (type === 'element') return elementForm(value)
  const fields = fieldsOf(definition)
  const keys = keyFields(definition)
  const names: Record<string, FormSchema> =
    type === 'entity' ? { __entity_id__: idForm(definition, fields, t) } : {}
  const schema: FormSchema = {
    type: 'object',
    foldOptional: true,
    properties: { ...fields, ...names, ...system(t) },
    required: [...keys, ...Object.keys(names), ...SYSTEM_REQUIRED],
  }
  const rest = Object.entries(value).filter(([name]) => !PICKED[type].includes(name))
  return withUnknown(schema, Object.fromEntries(rest))
}
