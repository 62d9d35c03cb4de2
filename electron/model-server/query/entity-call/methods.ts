export type ParameterType = 'varchar' | 'boolean' | 'array<varchar>'

export interface MethodParameter {
  readonly name: string
  readonly type: ParameterType
  readonly required?: boolean
  readonly default?: string | boolean
  readonly description: string
}

/** A method of `.entity_set | entity-call`. */
export interface EntityMethod {
  readonly name: string
  readonly aliases: readonly string[]
  readonly displayName: string
  readonly description: string
  readonly parameters: readonly MethodParameter[]
  readonly returns: 'table' | 'plan'
}

const text = (name: string, description: string, required = false): MethodParameter => ({
  name,
  type: 'varchar',
  description,
  ...(required ? { required } : {}),
})
const detail: MethodParameter = {
  name: 'detail',
  type: 'boolean',
  default: false,
  description: 'Also show whole definitions.',
}
const storage = [
  text('storage_domain', 'Kept for callers of the real service; the first storage is taken.'),
  text('storage_name', 'As storage_domain.'),
  text('storage_kind', 'As storage_domain.'),
]

/** In the order in which `__list_method__` shows them; docs/spl.md#entity-calls. */
export const ENTITY_METHODS: readonly EntityMethod[] = [
  {
    name: '__list_method__',
    aliases: [],
    displayName: 'List methods',
    description: 'The methods that this entity set has.',
    parameters: [],
    returns: 'table',
  },
  {
    name: 'list_data_set',
    aliases: ['list_dataset'],
    displayName: 'List data sets',
    description: 'Data sets that belong to this entity set, with their fields and storages.',
    parameters: [
      { name: 'data_set_types', type: 'array<varchar>', description: 'Kinds to list; all when empty.' },
      detail,
    ],
    returns: 'table',
  },
  {
    name: 'get_logs',
    aliases: ['get_log'],
    displayName: 'Get logs',
    description: 'A plan for reading logs of these entities from their storage.',
    parameters: [
      text('domain', 'Domain of the log set.', true),
      text('name', 'Name of the log set.', true),
      text('query', 'Filter such as level = "ERROR".'),
      ...storage,
    ],
    returns: 'plan',
  },
  {
    name: 'get_metrics',
    aliases: ['get_metric'],
    displayName: 'Get metrics',
    description: 'A plan for reading metrics of these entities from their storage.',
    parameters: [
      text('domain', 'Domain of the metric set.', true),
      text('name', 'Name of the metric set.', true),
      text('metric', 'Metric to read; all when left out.'),
      text('query', 'Filter on labels.'),
      text('query_type', 'range or instant.'),
      text('step', 'Distance of points, such as 30s.'),
      text('aggregate', 'Aggregation, such as sum.'),
      ...storage,
    ],
    returns: 'plan',
  },
  {
    name: 'list_skills',
    aliases: ['list_skill'],
    displayName: 'List skills',
    description: 'Skills of the runbooks linked to this entity set.',
    parameters: [
      { name: 'skill_ids', type: 'array<varchar>', description: 'Skills to list; all when empty.' },
      detail,
    ],
    returns: 'table',
  },
  {
    name: 'list_knowledge',
    aliases: [],
    displayName: 'List knowledge',
    description: 'Knowledge of the runbooks linked to this entity set.',
    parameters: [
      { name: 'knowledge_ids', type: 'array<varchar>', description: 'Items to list; all when empty.' },
      detail,
    ],
    returns: 'table',
  },
]

/** Every name a method goes by. */
export const METHOD_NAMES: readonly string[] = ENTITY_METHODS.flatMap((method) => [
  method.name,
  ...method.aliases,
])

export function findMethod(name: string): EntityMethod | undefined {
  return ENTITY_METHODS.find((method) => method.name === name || method.aliases.includes(name))
}

/** `metric varchar` and the like, as explain and the method table show them. */
export function signatureOf(method: EntityMethod): string[] {
  return method.parameters.map(
    ({ name, type, required, default: value }) =>
      `${name} ${type}${required ? ' required' : ''}${value === undefined ? '' : ` = ${String(value)}`}`,
  )
}
