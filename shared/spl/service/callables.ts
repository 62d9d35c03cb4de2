import type { Fact, Words } from './facts.ts'

export interface Parameter {
  readonly name: string
  readonly type: string
  readonly required?: boolean
  /** Variadic: may be repeated. */
  readonly rest?: boolean
  readonly default?: string | boolean
  readonly documentation: Words
}

/** A callable with parameters. */
export interface Callable extends Fact {
  readonly parameters: readonly Parameter[]
}

/** A method of an entity set, as the model server implements it and `__list_method__` lists it. */
export interface Method extends Callable {
  readonly aliases: readonly string[]
  readonly displayName: string
  readonly parameters: readonly MethodParameter[]
  readonly returns: 'table' | 'plan'
}

export interface MethodParameter extends Parameter {
  readonly type: 'varchar' | 'boolean' | 'array<varchar>' | 'boolean or varchar'
}

const optional = <T extends string>(name: string, type: T, en: string, zh: string) => ({
  name,
  type,
  documentation: { en, zh },
})
const required = <T extends string>(name: string, type: T, en: string, zh: string) => ({
  ...optional(name, type, en, zh),
  required: true,
})

const callable = (
  example: string,
  en: string,
  zh: string,
  ...parameters: readonly Parameter[]
): Callable => ({
  name: example.slice(0, example.indexOf('(')),
  example,
  documentation: { en, zh },
  parameters,
})

const anyField = optional(
  'field',
  'any',
  'Field of the rows; all rows count without one.',
  '行中的字段；省略时统计所有行。',
)
const field = required('field', 'any', 'Field of the rows.', '行中的字段。')

/** Aggregate functions of stats. */
export const AGGREGATE_FACTS: readonly Callable[] = [
  callable(
    'count()',
    'Number of rows, or of rows where the field has a value.',
    '行数，或字段有值的行数。',
    anyField,
  ),
  callable('sum(duration)', 'Sum of the numbers.', '数值之和。', field),
  callable('avg(duration)', 'Mean of the numbers.', '数值的平均值。', field),
  callable('min(duration)', 'Smallest value.', '最小值。', field),
  callable('max(duration)', 'Largest value.', '最大值。', field),
  callable('dc(owner)', 'Number of distinct values.', '不同值的个数。', field),
  callable('values(owner)', 'The distinct values, as a list.', '不同的值，以列表返回。', field),
  callable('first(status)', 'Value of the first row.', '第一行的值。', field),
  callable('last(status)', 'Value of the last row.', '最后一行的值。', field),
  callable('median(duration)', 'Median of the numbers.', '数值的中位数。', field),
  callable('p90(duration)', '90th percentile of the numbers.', '数值的第 90 百分位。', field),
  callable('p95(duration)', '95th percentile of the numbers.', '数值的第 95 百分位。', field),
  callable('p99(duration)', '99th percentile of the numbers.', '数值的第 99 百分位。', field),
]

const value = required('value', 'any', 'Field, literal or expression.', '字段、字面量或表达式。')
const number = required(
  'value',
  'number',
  'Field, literal or expression that is a number.',
  '值为数字的字段、字面量或表达式。',
)
const text = required(
  'text',
  'text',
  'Field, literal or expression; a number counts as text.',
  '字段、字面量或表达式；数字按文本处理。',
)

/** Functions for expressions in extend. */
export const FUNCTION_FACTS: readonly Callable[] = [
  callable('upper(name)', 'In upper case.', '转为大写。', text),
  callable('lower(name)', 'In lower case.', '转为小写。', text),
  callable('trim(name)', 'Without blanks at either end.', '去掉两端空白。', text),
  callable('length(name)', 'Number of characters, or of items of a list.', '字符数，或列表的项数。', value),
  callable('abs(change)', 'Without its sign.', '绝对值。', number),
  callable('floor(value)', 'Rounded down.', '向下取整。', number),
  callable('ceil(value)', 'Rounded up.', '向上取整。', number),
  callable(
    'round(value, 2)',
    'Rounded.',
    '四舍五入。',
    number,
    optional('digits', 'integer', 'Digits after the point; 0 by default.', '小数位数，默认为 0。'),
  ),
  callable('tostring(value)', 'As text.', '转为文本。', value),
  callable(
    'tonumber(replicas)',
    'As a number; null where it is none.',
    '转为数字；无法转换时为 null。',
    value,
  ),
  callable("concat(domain, '/', name)", 'Joins texts.', '连接文本。', { ...text, rest: true }),
  callable("coalesce(owner, 'nobody')", 'The first value that is not null.', '第一个非 null 的值。', {
    ...value,
    rest: true,
  }),
  callable(
    "if(replicas > 3, 'big', 'small')",
    'One of two values.',
    '两个值之一。',
    required('condition', 'boolean', 'Decides which.', '用于判断的条件。'),
    required('then', 'any', 'Value where it is true.', '条件为真时的值。'),
    optional('else', 'any', 'Value where it is not; null by default.', '条件为假时的值，默认为 null。'),
  ),
  callable(
    'substr(name, 0, 8)',
    'Part of a text.',
    '文本的一部分。',
    text,
    required('from', 'integer', 'First character, from 0.', '起始字符，从 0 开始。'),
    optional('length', 'integer', 'Number of characters; the rest by default.', '字符数，默认到末尾。'),
  ),
  callable(
    "replace(name, '-', ' ')",
    'Replaces every occurrence.',
    '替换所有出现的文本。',
    text,
    required('from', 'text', 'Text to replace.', '要替换的文本。'),
    required('to', 'text', 'Text to put there.', '替换成的文本。'),
  ),
  callable(
    "contains(name, 'pay')",
    'Whether a text contains another, in any case.',
    '文本是否包含另一段文本，不区分大小写。',
    text,
    required('part', 'text', 'Text to look for.', '要查找的文本。'),
  ),
  callable(
    "json_get(spec, 'time_field')",
    'Member of an object, or of a text that holds JSON.',
    '对象的成员，或 JSON 文本中的成员。',
    value,
    required('path', 'text', 'Members joined by dots: a.b.0.', '以点连接的成员路径：a.b.0。'),
  ),
]

const storage = (['domain', 'name', 'kind'] as const).map((part) =>
  optional(
    `storage_${part}`,
    'varchar',
    'Accepted for compatibility; the first linked storage is used.',
    '为兼容而接受；始终使用第一个关联的存储。',
  ),
)
const detail: MethodParameter = {
  ...optional('detail', 'boolean', 'true adds the whole definitions.', 'true 表示附带完整定义。'),
  default: false,
}

const method = (
  names: readonly [string, ...string[]],
  displayName: string,
  returns: Method['returns'],
  example: string,
  documentation: Words,
  parameters: readonly MethodParameter[],
): Method => {
  const [name, ...aliases] = names
  return { name, aliases, displayName, returns, example, documentation, parameters }
}

/** Methods of entity sets, in `__list_method__` order; docs/spl.md#entity-calls. */
export const METHOD_FACTS: readonly Method[] = [
  method(
    ['__list_method__'],
    'List methods',
    'table',
    '__list_method__()',
    { en: 'The methods that this entity set has.', zh: '此实体集具有的方法。' },
    [],
  ),
  method(
    ['list_data_set', 'list_dataset'],
    'List data sets',
    'table',
    "list_data_set(['metric_set'], true)",
    {
      en: 'Data sets that belong to this entity set, with their fields and storages.',
      zh: '属于此实体集的数据集，包括字段和存储。',
    },
    [
      optional(
        'data_set_types',
        'array<varchar>',
        'Kinds to list; all when empty.',
        '要列出的类型；为空时列出全部。',
      ),
      detail,
    ],
  ),
  method(
    ['get_logs', 'get_log'],
    'Get logs',
    'plan',
    "get_logs('devops', 'devops.log.service', query='level = \"ERROR\"')",
    {
      en: 'A plan for reading logs of these entities from their storage.',
      zh: '从存储读取这些实体日志的计划。',
    },
    [
      required('domain', 'varchar', 'Domain of the log set.', '日志集的域。'),
      required('name', 'varchar', 'Name of the log set.', '日志集的名称。'),
      optional('query', 'varchar', 'Filter such as level = "ERROR".', '过滤条件，例如 level = "ERROR"。'),
      ...storage,
    ],
  ),
  method(
    ['get_metrics', 'get_metric'],
    'Get metrics',
    'plan',
    "get_metrics('devops', 'devops.metric.service', 'latency', step='30s')",
    {
      en: 'A plan for reading metrics of these entities from their storage.',
      zh: '从存储读取这些实体指标的计划。',
    },
    [
      required('domain', 'varchar', 'Domain of the metric set.', '指标集的域。'),
      required('name', 'varchar', 'Name of the metric set.', '指标集的名称。'),
      optional('metric', 'varchar', 'Metric to read; all when left out.', '要读取的指标；省略时读取全部。'),
      optional('query', 'varchar', 'Filter on labels.', '针对标签的过滤条件。'),
      optional('query_type', 'varchar', 'range or instant.', 'range（区间）或 instant（瞬时）。'),
      optional('step', 'varchar', 'Distance of points, such as 30s.', '数据点间隔，例如 30s。'),
      optional(
        'aggregate',
        'boolean or varchar',
        'Whether to aggregate, or how, such as sum.',
        '是否聚合，或聚合方式，例如 sum。',
      ),
      ...storage,
    ],
  ),
  method(
    ['list_skills', 'list_skill'],
    'List skills',
    'table',
    'list_skills()',
    { en: 'Skills of the runbooks linked to this entity set.', zh: '与此实体集关联的运行手册中的技能。' },
    [
      optional(
        'skill_ids',
        'array<varchar>',
        'Skills to list; all when empty.',
        '要列出的技能；为空时列出全部。',
      ),
      detail,
    ],
  ),
  method(
    ['list_knowledge'],
    'List knowledge',
    'table',
    'list_knowledge()',
    { en: 'Knowledge of the runbooks linked to this entity set.', zh: '与此实体集关联的运行手册中的知识。' },
    [
      optional(
        'knowledge_ids',
        'array<varchar>',
        'Items to list; all when empty.',
        '要列出的条目；为空时列出全部。',
      ),
      detail,
    ],
  ),
]

/** Splits a long list of names written over several lines. */
const words = (...lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '))

/** Columns of methods whose result columns are fixed. */
export const METHOD_COLUMNS = {
  __list_method__: ['name', 'display_name', 'description', 'params', 'returns'],
  list_data_set: words(
    'data_set_id type domain name fields_mapping filterable_fields fields',
    'storage_info storage_link_info data_link_detail data_set_detail',
    'storage_detail storage_link_detail',
  ),
}

const nodes = required(
  'nodes',
  'array<node>',
  'The nodes: [(:"domain@type" {__entity_id__: \'…\'})].',
  '节点：[(:"domain@type" {__entity_id__: \'…\'})]。',
)

/** Functions of graph-call; docs/spl.md#graph-calls. */
export const GRAPH_FUNCTION_FACTS: readonly Callable[] = [
  callable(
    "getNeighborNodes('full', 1, [(:\"domain@type\" {__entity_id__: '…'})])",
    'Relations reached from the nodes within some steps.',
    '从节点出发在若干步内可达的关系。',
    required(
      'type',
      'varchar',
      'full, sequence, sequence_in or sequence_out.',
      'full、sequence、sequence_in 或 sequence_out。',
    ),
    required('depth', 'integer', 'Number of steps, from 1.', '步数，从 1 开始。'),
    nodes,
  ),
  callable(
    'getDirectRelations([(:"domain@type" {__entity_id__: \'…\'})])',
    'Relations that touch the nodes.',
    '与节点直接相连的关系。',
    nodes,
  ),
  callable(
    'cypher(`MATCH (a)-[r]->(b) RETURN a, r, b LIMIT 20`)',
    'Read-only openCypher over the entities and relations, between backticks.',
    '在实体和关系上运行只读 openCypher，写在反引号之间。',
    required('query', 'cypher', 'MATCH … RETURN … between backticks.', '写在反引号之间的 MATCH … RETURN …。'),
  ),
]

/** Values of the first argument of `getNeighborNodes`. */
export const NEIGHBOR_TYPE_FACTS: readonly Fact[] = [
  { name: 'full', documentation: { en: 'In any direction.', zh: '任意方向。' }, example: "'full'" },
  {
    name: 'sequence',
    documentation: { en: 'Walks that keep their direction, both ways.', zh: '保持方向的路径，双向均可。' },
    example: "'sequence'",
  },
  {
    name: 'sequence_in',
    documentation: { en: 'Walks that lead to the nodes.', zh: '通向节点的路径。' },
    example: "'sequence_in'",
  },
  {
    name: 'sequence_out',
    documentation: { en: 'Walks that lead away from the nodes.', zh: '从节点出发的路径。' },
    example: "'sequence_out'",
  },
]

/** Callables by stage or expression. */
export const CALLABLES = {
  method: METHOD_FACTS,
  graph: GRAPH_FUNCTION_FACTS,
  aggregate: AGGREGATE_FACTS,
  expression: FUNCTION_FACTS,
} as const satisfies Readonly<Record<string, readonly Callable[]>>

/** Functions of Cypher including aggregates, in their usual letter case. */
export const CYPHER_FUNCTIONS: readonly string[] = words(
  'count collect sum avg min max stDev stDevP percentileCont percentileDisc',
  'size length head last tail range isEmpty keys properties nodes',
  'relationships type labels startNode endNode id elementId coalesce',
  'toString toBoolean toInteger toFloat toUpper toLower upper lower trim',
  'lTrim rTrim reverse replace split substring left right',
  'abs ceil floor round sign sqrt exp log log10 isNaN pi e',
  'sin cos tan cot asin acos atan atan2 degrees radians haversin',
)
