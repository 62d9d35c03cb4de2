import {
  type Members,
  type Rule,
  anything,
  choice,
  flag,
  inWords,
  listOf,
  map,
  number,
  object,
  optional,
  required,
  text,
} from './schema.ts'

/** Members common to most named things. */
export const described: Members = {
  display_name: optional(inWords('Name to show')),
  description: optional(inWords('What it is')),
  short_description: optional(inWords('What it is, in a few words')),
  icon: optional(text()),
  uri: optional(text()),
  tags: optional(map()),
  properties: optional(map()),
}

const LAUNCH_STAGES = ['preview', 'beta', 'ga', 'deprecated'] as const

const DATA_FORMATS = [
  'KMB',
  'milli',
  'byte',
  'bit',
  'byte_ies_sec',
  'bit_ies_sec',
  'iops',
  'reqps',
  'percent',
  'percent_decimal',
  'localtime',
  'localtimems',
  'localtimeus',
  'localtimens',
  'dtdhms',
  'dthms',
  'd',
  'h',
  'm',
  's',
  'ms',
  'us',
  'ns',
] as const

/** UTC±n contains its own sign and number. */
const dataFormat: Rule = {
  type: 'text',
  pattern: `^(?:${DATA_FORMATS.join('|')}|localtime\\[(?:ms|us|ns)\\]|UTC[+-]?\\d{1,2})$`,
  about: 'How values are shown, such as KMB, byte, percent, ms',
}

const FIELD_TYPES = ['string', 'integer', 'float', 'boolean', 'time', 'json_object', 'json_array'] as const

/** Type names of other type systems in published models, mapped to ours. */
const FIELD_TYPE_ALIASES = {
  text: 'string',
  keyword: 'string',
  int: 'integer',
  long: 'integer',
  bigint: 'integer',
  double: 'float',
  number: 'float',
  bool: 'boolean',
  date: 'time',
  datetime: 'time',
  timestamp: 'time',
  json: 'json_object',
  object: 'json_object',
  array: 'json_array',
} as const satisfies { readonly [alias: string]: (typeof FIELD_TYPES)[number] }

/** A field of an entity or data set, or a label of a metric set (docs/model-service.md#kinds). */
export const field: Rule = object(
  {
    name: required({
      type: 'text',
      pattern: '^[A-Za-z0-9_][A-Za-z0-9_\\-.:;]{0,126}$',
      about: 'Name, at most 127 characters',
    }),
    type: required({
      type: 'text',
      choices: FIELD_TYPES,
      others: FIELD_TYPE_ALIASES,
      about: 'Type of the values',
    }),
    ...described,
    launch_stage: optional(choice(LAUNCH_STAGES)),
    value_mapping: optional(map('Names to show for values')),
    unit: optional(text('Unit of the values')),
    data_format: optional(dataFormat),
    analysable: optional(flag('Whether its text is analysed for search')),
    filterable: optional(flag('Whether queries may filter by it')),
    orderable: optional(flag('Whether queries may sort by it')),
    default_order: optional(choice(['asc', 'desc'])),
    pattern: optional(text()),
    max_length: optional(number()),
    min_value: optional(anything()),
    max_value: optional(anything()),
    default_value: optional(anything()),
    example: optional(anything()),
  },
  'A field',
)

/** Members common to entity sets and telemetry data sets. */
export const telemetry: Members = {
  fields: optional(listOf(field, 'Fields', 1)),
  time_field: optional(text('Field that holds the time')),
  display_field: optional(text('Deprecated; use name_fields')),
  name_fields: optional(listOf(text(), 'Fields that name a row')),
  hidden_fields: optional(listOf(text())),
  tag_fields: optional(listOf(text())),
  ordered_fields: optional(listOf(text())),
  default_order: optional(choice(['asc', 'desc'])),
}

export const metric: Rule = object(
  {
    name: required(text('Name of the metric')),
    ...described,
    unit: optional(text()),
    data_format: optional(dataFormat),
    labels: optional(listOf(anything())),
    golden_metric: optional(flag('Whether it is among the first to look at')),
    generator: optional(text("Query in the storage's language; $label placeholders are filled")),
    aggregator: optional(text()),
    interval_us: optional({ type: 'either', rules: [number(), listOf(number())] }),
    type: optional(text('gauge, counter, …')),
    query_mode: optional(choice(['range', 'instant', 'both'])),
    display_type: optional(text()),
    statistics: optional(listOf(anything())),
    default_fill_policy: optional(anything()),
    min: optional(anything()),
    max: optional(anything()),
    default: optional(anything()),
    launch_stage: optional(choice(LAUNCH_STAGES)),
  },
  'A metric',
)

const linkEnd = (about: string): Rule =>
  object(
    {
      domain: required(text('Domain of the element')),
      kind: required(text('Kind of the element')),
      name: required(text('Name of the element')),
      filter: optional(anything('Deprecated; use filter_by_entity')),
    },
    about,
  )

/** Members of every link. The ends are optional, but must be complete if present. */
export const link: Members = {
  src: optional(linkEnd('Where the link starts')),
  dest: optional(linkEnd('Where the link leads')),
  filter_by_entity: optional(anything('Filter that at least one entity has to fulfil')),
  priority: optional(number('Lower comes first; 5 when left out')),
  fields_mapping: optional(map('Source field to destination field')),
  ...described,
}

/** Members of every storage. */
export const storage: Members = {
  family: optional(text('label-timeseries, document-search or sql-table')),
  endpoint: optional(text('Address of the storage')),
  credential_ref: optional(text('Name of a secret; never the secret itself')),
  tls_verify: optional(flag()),
  headers: optional(map()),
  properties: optional(map()),
  tags: optional(map()),
}
