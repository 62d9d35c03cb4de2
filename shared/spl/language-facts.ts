import type { SourceName, StageKind } from './ast.ts'

/** A word of the language with what it does, for completion and for the documentation beside the editor. */
export interface Fact {
  readonly name: string
  /** One plain sentence. */
  readonly about: string
  readonly example?: string
}

export interface SourceFact extends Fact {
  readonly name: SourceName
  /** Keys that act in its `with(...)`. */
  readonly keys: readonly Fact[]
}

export interface StageFact extends Fact {
  readonly name: StageKind
  /** Sources it works on; every one when left out. */
  readonly only?: readonly SourceName[]
}

const fact = (name: string, about: string, example?: string): Fact => ({
  name,
  about,
  ...(example ? { example } : {}),
})

const domain = fact('domain', 'Domain; a trailing * makes it a prefix.', "domain='devops'")
const query = fact('query', 'Case-insensitive text to find anywhere.', "query='checkout'")
const topk = fact('topk', 'How many at most.', 'topk=20')
const search: readonly Fact[] = [
  fact('mode', 'Rank by keyword, vector or hyper (both fused).', "mode='hyper'"),
  fact('hybrid_k', 'Constant of the fusion; 60 when left out.', 'hybrid_k=60'),
]

/** Sources with the keys that act in their `with(...)`; docs/spl.md#sources. */
export const SOURCE_FACTS: readonly SourceFact[] = [
  {
    name: '.model',
    about: 'Definitions: entity sets, data sets, links, storages, runbooks.',
    example: ".model with(kind='entity_set') | limit 20",
    keys: [
      fact('kind', 'Kind of element.', "kind='entity_set'"),
      domain,
      fact('name', 'Name; a trailing * makes it a prefix.', "name='devops.*'"),
      query,
      topk,
      ...search,
    ],
  },
  {
    name: '.entity_set',
    about: 'Methods and data of one entity set.',
    example: ".entity_set with(domain='devops', name='devops.service') | entity-call __list_method__()",
    keys: [
      domain,
      fact('name', 'Name of the entity set.', "name='devops.service'"),
      fact('ids', 'Entities that data plans are bound to.', "ids=['…']"),
      fact('query', 'Boolean filter on entity fields for data plans.', "query='environment = production'"),
    ],
  },
  {
    name: '.entity',
    about: 'Runtime entities.',
    example: ".entity with(domain='devops', name='devops.service', query='checkout') | limit 10",
    keys: [
      domain,
      fact('name', "Entity type, which is the entity set's name.", "name='devops.service'"),
      fact('ids', 'Entity ids.', "ids=['…']"),
      query,
      topk,
      ...search,
    ],
  },
  {
    name: '.topo',
    about: 'Relations between entities, neighbours, Cypher.',
    example: ".topo with(relation_type='runs') | limit 20",
    keys: [
      fact('relation_type', 'Type of relation.', "relation_type='runs'"),
      fact(
        'src',
        'Stable key of the source; a trailing * makes it a prefix.',
        "src='devops/devops.service/*'",
      ),
      fact('dest', 'Stable key of the destination.', "dest='k8s/*'"),
      query,
    ],
  },
  {
    name: '.runbook_set',
    about: 'Operating knowledge, ranked by search.',
    example: ".runbook_set with(type='knowledge', query='slow requests', topk=5)",
    keys: [
      domain,
      fact('name', 'Name of the runbook.', "name='platform.service.ops'"),
      fact('type', 'Section: observations, knowledge, actions, automations, skills.', "type='knowledge'"),
      query,
      topk,
      ...search,
    ],
  },
]

/** Stages in the order in which a reader meets them; docs/spl.md#stages. */
export const STAGE_FACTS: readonly StageFact[] = [
  { name: 'with', about: 'Narrows the source.', example: "with(domain='devops')" },
  {
    name: 'where',
    about: 'Keeps rows that fulfil a condition: = != > >= < <= ~ =~ !~ in like is null, and or not.',
    example: "where status = 'degraded' and tier in ['tier-0', 'tier-1']",
  },
  {
    name: 'project',
    about: 'Keeps some columns, in order; as renames.',
    example: 'project display_name, status',
  },
  { name: 'sort', about: 'Orders rows by one or more columns.', example: 'sort status, display_name desc' },
  { name: 'limit', about: 'Keeps the first rows.', example: 'limit 20' },
  { name: 'offset', about: 'Leaves out the first rows.', example: 'offset 20' },
  {
    name: 'extend',
    about: 'Adds computed columns.',
    example: "extend label = concat(display_name, ' (', status, ')')",
  },
  { name: 'stats', about: 'Groups rows and counts or computes.', example: 'stats count() as n by status' },
  { name: 'distinct', about: 'Each combination once.', example: 'distinct status' },
  {
    name: 'entity-call',
    about: 'Calls a method of the entity set.',
    example: 'entity-call list_data_set()',
    only: ['.entity_set'],
  },
  {
    name: 'graph-call',
    about: 'Neighbours, direct relations, or Cypher.',
    example: "graph-call getNeighborNodes('full', 2, [(:\"devops@devops.service\" {__entity_id__: '…'})])",
    only: ['.topo'],
  },
  {
    name: 'graph-match',
    about: 'Matches a pattern.',
    example: 'graph-match (a)-[r:runs]->(b)',
    only: ['.topo'],
  },
]

/** Calls behind `graph-call`. */
export const GRAPH_CALL_FACTS: readonly Fact[] = [
  fact(
    'getNeighborNodes',
    'Relations within some steps: type, depth, nodes.',
    "getNeighborNodes('full', 1, [(:\"domain@type\" {__entity_id__: '…'})])",
  ),
  fact(
    'getDirectRelations',
    'Relations that touch the nodes.',
    'getDirectRelations([(:"domain@type" {__entity_id__: \'…\'})])',
  ),
  fact('cypher', 'Read-only openCypher.', 'cypher(`MATCH (a)-[r]->(b) RETURN a, r, b LIMIT 20`)'),
]

/** First arguments of `getNeighborNodes`. */
export const NEIGHBOUR_TYPE_FACTS: readonly Fact[] = [
  fact('full', 'Every relation, whatever its direction.'),
  fact('sequence', 'Walks that keep their direction, both ways.'),
  fact('sequence_in', 'Walks that lead to the nodes.'),
  fact('sequence_out', 'Walks that lead away from the nodes.'),
]

/** Methods behind `entity-call`, aliases left out. */
export const ENTITY_METHOD_FACTS: readonly Fact[] = [
  fact('__list_method__', 'The methods of this entity set.', '__list_method__()'),
  fact('list_data_set', 'Data sets with fields and storages.', "list_data_set(['metric_set'], true)"),
  fact('get_logs', 'A plan for reading logs.', "get_logs('domain', 'log set', query='level = \"ERROR\"')"),
  fact(
    'get_metrics',
    'A plan for reading metrics.',
    "get_metrics('domain', 'metric set', 'metric', step='30s')",
  ),
  fact('list_skills', 'Skills of linked runbooks.', 'list_skills()'),
  fact('list_knowledge', 'Knowledge of linked runbooks.', 'list_knowledge()'),
]

/** Functions of `stats`. */
export const AGGREGATE_FACTS: readonly Fact[] = [
  fact('count', 'Rows, or rows with a value.', 'count()'),
  fact('sum', 'Sum of numbers.', 'sum(duration)'),
  fact('avg', 'Mean of numbers.', 'avg(duration)'),
  fact('min', 'Smallest value.', 'min(duration)'),
  fact('max', 'Largest value.', 'max(duration)'),
  fact('dc', 'Number of different values.', 'dc(owner)'),
  fact('values', 'The different values.', 'values(owner)'),
  fact('first', 'First value.', 'first(status)'),
  fact('last', 'Last value.', 'last(status)'),
  fact('median', 'Middle of numbers.', 'median(duration)'),
  fact('p90', '90th percentile.', 'p90(duration)'),
  fact('p95', '95th percentile.', 'p95(duration)'),
  fact('p99', '99th percentile.', 'p99(duration)'),
]

/** Functions of `extend`. */
export const FUNCTION_FACTS: readonly Fact[] = [
  fact('upper', 'In capitals.', 'upper(name)'),
  fact('lower', 'In small letters.', 'lower(name)'),
  fact('trim', 'Without outer blanks.', 'trim(name)'),
  fact('length', 'Characters of a text, items of a list.', 'length(name)'),
  fact('abs', 'Without its sign.', 'abs(change)'),
  fact('floor', 'Rounded down.', 'floor(value)'),
  fact('ceil', 'Rounded up.', 'ceil(value)'),
  fact('tostring', 'As text.', 'tostring(value)'),
  fact('tonumber', 'As number, null when it is none.', 'tonumber(replicas)'),
  fact('concat', 'Texts joined.', "concat(domain, '/', name)"),
  fact('coalesce', 'The first value that is not null.', "coalesce(owner, 'nobody')"),
  fact('if', 'One of two values.', "if(replicas > 3, 'big', 'small')"),
  fact('round', 'Rounded to some digits.', 'round(value, 2)'),
  fact('substr', 'A part of a text.', 'substr(name, 0, 8)'),
  fact('replace', 'A text with parts replaced.', "replace(name, '-', ' ')"),
  fact('contains', 'Whether a text holds another.', "contains(name, 'pay')"),
  fact('json_get', 'A member by its dotted path.', "json_get(spec, 'time_field')"),
]
