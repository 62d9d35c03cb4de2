import type { SourceName, StageKind } from '../ast.ts'

/** A text in every language of the page. */
export interface Words {
  readonly en: string
  readonly zh: string
}

export type Language = keyof Words

/** A word of the language and its description. Shared by completion, hover and diagnostics. */
export interface Fact {
  readonly name: string
  readonly documentation: Words
  /** Its syntax: `limit COUNT`. */
  readonly form?: string
  /** An example. For a source it is a whole query; otherwise it fits where the word is used. */
  readonly example: string
}

/** A key of `with(…)`. */
interface KeyFact extends Fact {
  /**
   * Why it is not offered: it is another name of an offered key (`alias`), or only other graph-model services
   * support it (`foreign`). Hover explains both; diagnostics warn about the latter.
   */
  readonly standing?: 'alias' | 'foreign'
}

interface SourceFact extends Fact {
  readonly name: SourceName
  /** Its row columns before any stage. */
  readonly columns: readonly string[]
  readonly keys: readonly KeyFact[]
}

interface StageFact extends Fact {
  readonly name: StageKind
  readonly form: string
  /** Sources it supports; absent: all. */
  readonly sources?: readonly SourceName[]
}

const fact = (name: string, example: string, en: string, zh: string): Fact => ({
  name,
  example,
  documentation: { en, zh },
})

/** Declares a key; its example starts with its name. */
const key = (example: string, en: string, zh: string): KeyFact =>
  fact(example.slice(0, example.indexOf('=')), example, en, zh)

const standing = (fact: KeyFact, value: KeyFact['standing']): KeyFact => ({ ...fact, standing: value })

const domain = key("domain='devops'", 'Domain; a trailing * matches a prefix.', '域；末尾的 * 匹配前缀。')
const entityDomain = key("domain='devops'", 'Domain of the entity set.', '实体集的域。')
const query = key(
  "query='checkout'",
  'Text that occurs anywhere, in any case.',
  '任意位置出现的文本，不区分大小写。',
)
const topk = key(
  'topk=20',
  'Number of rows at most; a limit stage overrides it.',
  '最多返回的行数；limit 阶段优先。',
)
const mode = key(
  "mode='hyper'",
  'Ranks by keyword, by vector, or by hyper (both, fused).',
  '按 keyword（关键词）、vector（向量）或 hyper（两者融合）排序。',
)
const hybridK = key(
  'hybrid_k=60',
  'Constant of the rank fusion in hyper mode; 60 by default.',
  'hyper 模式下排名融合的常数，默认为 60。',
)
const ids = key(
  "ids=['…']",
  'Ids of entities, 32 hexadecimal digits each.',
  '实体 ID，每个为 32 位十六进制数。',
)
const id = standing(key("id='…'", 'The same as ids.', '与 ids 相同。'), 'alias')
const kind = key(
  "kind='entity_set'",
  'Kind of element; a trailing * matches a prefix.',
  '元素类型；末尾的 * 匹配前缀。',
)
const name = key(
  "name='devops.*'",
  'Name of the element; a trailing * matches a prefix.',
  '元素名称；末尾的 * 匹配前缀。',
)
const names = key(
  "names=['devops.*']",
  'Several names, for a search with mode.',
  '多个名称，用于带 mode 的搜索。',
)
const kinds = key(
  "kinds=['entity_set']",
  'Several kinds, for a search with mode.',
  '多个类型，用于带 mode 的搜索。',
)

/** Keys for embedding and index selection in other services' search, which are fixed here. */
const foreign = [
  key("embedding_model='…'", 'Model that turns text into vectors.', '将文本转换为向量的模型。'),
  key("origin='…'", 'Origin of the indexed texts.', '索引文本的来源。'),
].map((one) => standing(one, 'foreign'))

const search: readonly KeyFact[] = [query, topk, mode, hybridK, ...foreign]

/** Sources with their `with(…)` keys; docs/spl.md#sources and #rows. */
export const SOURCE_FACTS: Readonly<Record<SourceName, SourceFact>> = {
  '.model': {
    name: '.model',
    documentation: {
      en: 'Definitions of the model, one row per element: entity sets, data sets, links, storages, runbooks.',
      zh: '模型定义，每个元素一行：实体集、数据集、关联、存储、运行手册。',
    },
    example: ".model with(kind='entity_set') | limit 20",
    columns: ['kind', 'domain', 'name', 'version', 'metadata', 'spec'],
    keys: [
      kind,
      domain,
      name,
      ...search,
      names,
      kinds,
      ...[ids, id].map(({ example }) =>
        standing(
          key(example, 'Names entities, so no element matches.', '指的是实体，因此没有元素匹配。'),
          'alias',
        ),
      ),
    ],
  },
  '.entity_set': {
    name: '.entity_set',
    documentation: {
      en: 'One entity set, whose methods entity-call calls: data sets, logs, metrics, skills, knowledge.',
      zh: '一个实体集，可用 entity-call 调用其方法：数据集、日志、指标、技能、知识。',
    },
    example: ".entity_set with(domain='devops', name='devops.service') | entity-call __list_method__()",
    columns: ['responseType', 'query', 'header', 'data'],
    keys: [
      key("domain='devops'", 'Domain of the entity set; required.', '实体集的域，必填。'),
      key("name='devops.service'", 'Name of the entity set; required.', '实体集的名称，必填。'),
      key("ids=['…']", 'Entities that a data plan is for.', '数据计划所针对的实体。'),
      id,
      key(
        "query='environment = production'",
        'A condition on fields, for a data plan; a mere text chooses no entities.',
        '数据计划中对字段的条件；单独一段文字不会选出实体。',
      ),
      topk,
    ],
  },
  '.entity': {
    name: '.entity',
    documentation: {
      en: 'Entities as they were written, one row per entity with all its properties.',
      zh: '写入的实体，每个实体一行，包含其全部属性。',
    },
    example: ".entity with(domain='devops', name='devops.service', query='checkout') | limit 10",
    columns: [
      '__domain__',
      '__entity_type__',
      '__entity_id__',
      '__method__',
      '__deleted__',
      '__first_observed_time__',
      '__last_observed_time__',
      '__keep_alive_seconds__',
    ],
    keys: [
      entityDomain,
      key(
        "name='devops.service'",
        'Entity type, which is the name of its entity set.',
        '实体类型，即其实体集的名称。',
      ),
      ids,
      id,
      ...search,
      names,
      standing(kinds, 'foreign'),
    ],
  },
  '.topo': {
    name: '.topo',
    documentation: {
      en: 'Relations between entities. graph-call walks them or runs Cypher over them.',
      zh: '实体之间的关系。graph-call 可以遍历关系或运行 Cypher。',
    },
    example: ".topo with(relation_type='runs') | limit 20",
    columns: ['src', 'relation', 'dest', '__relation_type__', '__deleted__'],
    keys: [
      key("relation_type='runs'", 'Type of the relation.', '关系类型。'),
      key("type='runs'", 'The same as relation_type.', '与 relation_type 相同。'),
      key("__relation_type__='runs'", 'The same as relation_type.', '与 relation_type 相同。'),
      key(
        "src='devops/devops.service/*'",
        'Key domain/type/id of the start; a trailing * matches a prefix.',
        '起点的键 domain/type/id；末尾的 * 匹配前缀。',
      ),
      key(
        "dest='k8s/*'",
        'Key domain/type/id of the end; a trailing * matches a prefix.',
        '终点的键 domain/type/id；末尾的 * 匹配前缀。',
      ),
      key("ids=['…']", 'Ids of entities that the relations touch.', '关系所涉及的实体 ID。'),
      id,
      query,
      topk,
    ],
  },
  '.runbook_set': {
    name: '.runbook_set',
    documentation: {
      en: 'Searches runbooks, best match first: observations, knowledge, actions, automations, skills.',
      zh: '搜索运行手册，最匹配的在前：观察、知识、操作、自动化、技能。',
    },
    example: ".runbook_set with(type='knowledge', query='slow requests', topk=5)",
    columns: ['__type__', '__domain__', 'kind', 'name', 'metadata', 'spec', '__score__'],
    keys: [
      domain,
      key(
        "name='platform.*'",
        'Name of the runbook; a trailing * matches a prefix.',
        '运行手册的名称；末尾的 * 匹配前缀。',
      ),
      key("names=['platform.*']", 'Several names of runbooks.', '运行手册的多个名称。'),
      kind,
      key("kinds=['runbook_set']", 'Several kinds of elements.', '多个元素类型。'),
      key(
        "type='knowledge'",
        'Section: observations, knowledge, actions, automations or skills.',
        '部分：observations、knowledge、actions、automations 或 skills。',
      ),
      key("query='slow requests'", 'Text to look for.', '要搜索的文本。'),
      topk,
      mode,
      hybridK,
      ...foreign,
    ],
  },
}

const stage = (
  kind: StageKind,
  form: string,
  example: string,
  en: string,
  zh: string,
  sources?: readonly SourceName[],
): StageFact => ({ name: kind, form, example, documentation: { en, zh }, sources })

/** `with(…)` keys that filter the rows of a graph call: relation columns, and two short names. */
export const RELATION_KEYS = /^(?:src|dest|relation|relation_type|type|__\w+__)$/

/** Stages in the order a reader meets them; docs/spl.md#stages. */
export const STAGE_FACTS: Readonly<Record<StageKind, StageFact>> = {
  with: stage(
    'with',
    "with(key='value', …)",
    "with(domain='devops')",
    'Narrows what the source reads, before any other stage. Several add up.',
    '在其他阶段之前缩小数据源的读取范围；可以写多个，效果叠加。',
  ),
  where: stage(
    'where',
    'where CONDITION',
    "where status = 'degraded' and tier in ['tier-0', 'tier-1']",
    'Keeps the rows that meet the condition: = != > >= < <=, ~ (contains), =~ and !~ (regular expression), in, like, is null, combined by and, or, not and parentheses.',
    '保留满足条件的行：= != > >= < <=、~（包含）、=~ 与 !~（正则表达式）、in、like、is null，可用 and、or、not 和括号组合。',
  ),
  project: stage(
    'project',
    'project FIELD [as NAME], …',
    'project display_name, status as health',
    'Keeps only these fields, in this order; as renames.',
    '只保留这些字段并按此顺序排列；as 用于重命名。',
  ),
  sort: stage(
    'sort',
    'sort FIELD [asc|desc], …',
    'sort status, display_name desc',
    'Orders the rows; numbers by size where both are numbers.',
    '对行排序；两者都是数字时按数值大小比较。',
  ),
  limit: stage('limit', 'limit COUNT', 'limit 20', 'Keeps the first rows.', '保留前若干行。'),
  offset: stage('offset', 'offset COUNT', 'offset 20', 'Skips the first rows.', '跳过前若干行。'),
  extend: stage(
    'extend',
    'extend FIELD = EXPRESSION, …',
    "extend label = concat(display_name, ' (', status, ')')",
    'Adds computed fields.',
    '添加计算字段。',
  ),
  stats: stage(
    'stats',
    'stats FUNCTION(FIELD) [as NAME], … [by FIELD, …]',
    'stats count() as n by status',
    'Groups the rows and computes one row per group.',
    '将行分组，并为每组计算一行结果。',
  ),
  distinct: stage(
    'distinct',
    'distinct [FIELD, …]',
    'distinct status',
    'Keeps one row of each combination of values.',
    '每种取值组合只保留一行。',
  ),
  'entity-call': stage(
    'entity-call',
    'entity-call METHOD(…)',
    'entity-call list_data_set()',
    'Calls a method of the entity set.',
    '调用实体集的方法。',
    ['.entity_set'],
  ),
  'graph-call': stage(
    'graph-call',
    'graph-call FUNCTION(…)',
    "graph-call getNeighborNodes('full', 2, [(:\"devops@devops.service\" {__entity_id__: '…'})])",
    'Walks the relations from given nodes, or runs Cypher.',
    '从给定节点遍历关系，或运行 Cypher。',
    ['.topo'],
  ),
  'graph-match': stage(
    'graph-match',
    'graph-match PATTERN',
    'graph-match (a)-[r:runs]->(b)',
    'Matches a pattern, where the store can do that.',
    '匹配图模式（取决于存储是否支持）。',
    ['.topo'],
  ),
}

/** An operator of a condition. Its example is a complete condition. */
interface OperatorFact extends Fact {
  /** An alternative spelling; accepted and explained, but not offered. */
  readonly alias?: true
}

export const OPERATOR_FACTS: readonly OperatorFact[] = [
  fact('=', "status = 'healthy'", 'Equal; as numbers where both are.', '等于；两者都是数字时按数值比较。'),
  { ...fact('==', "status == 'healthy'", 'The same as =.', '与 = 相同。'), alias: true },
  fact('!=', "status != 'healthy'", 'Not equal.', '不等于。'),
  fact('>', 'replicas > 3', 'Greater.', '大于。'),
  fact('>=', 'replicas >= 3', 'Greater or equal.', '大于或等于。'),
  fact('<', 'replicas < 3', 'Less.', '小于。'),
  fact('<=', 'replicas <= 3', 'Less or equal.', '小于或等于。'),
  fact('~', "name ~ 'check'", 'Contains the text, in any case.', '包含文本，不区分大小写。'),
  fact('=~', "name =~ '^check'", 'Matches the regular expression.', '匹配正则表达式。'),
  fact('!~', "name !~ '^check'", 'Does not match the regular expression.', '不匹配正则表达式。'),
  fact('in', "tier in ['a', 'b']", 'One of the list.', '列表之一。'),
  fact('not in', "tier not in ['a', 'b']", 'None of the list.', '不在列表中。'),
  fact(
    'like',
    "name like 'check%'",
    '% stands for any text, _ for one character.',
    '% 代表任意文本，_ 代表一个字符。',
  ),
  fact('not like', "name not like 'check%'", 'Does not fit the pattern of like.', '不符合 like 的模式。'),
  fact('is null', 'owner is null', 'Has no value.', '没有值。'),
  fact('is not null', 'owner is not null', 'Has a value.', '有值。'),
]

/** Words that start a condition instead of a field. */
export const CONDITION_FACTS: readonly Fact[] = [
  fact('contains', "contains(name, 'check')", 'Contains the text, in any case.', '包含文本，不区分大小写。'),
  fact('not', "not status = 'healthy'", 'The opposite of the condition behind it.', '其后条件的否定。'),
]

export const SEARCH_MODES = ['keyword', 'vector', 'hyper']

/** Sections of a runbook, selected by `.runbook_set with(type=…)`. */
export const RUNBOOK_SECTIONS = ['observations', 'knowledge', 'actions', 'automations', 'skills']

/** Kinds that `list_data_set` lists. */
export const DATA_SET_KINDS = ['metric_set', 'log_set', 'trace_set', 'event_set', 'profile_set']
