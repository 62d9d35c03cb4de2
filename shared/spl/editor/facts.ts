import type { SourceName, StageKind } from '../ast.ts'

/** Words of long lists, so that a list reads as lines. */
const words = (...lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '))

/** One word of the language with what it does, for completion, hover and signature help. Texts are in our own words. */
export interface Fact {
  readonly name: string
  readonly documentation: string
  /** How it is written, for example `limit COUNT`. */
  readonly form?: string
}

export interface Parameter {
  readonly name: string
  readonly type: string
  readonly required?: boolean
  readonly documentation: string
}

export interface Callable extends Fact {
  readonly parameters: readonly Parameter[]
}

/** What a source returns before any stage; docs/spl.md#rows. */
export const SOURCE_FACTS: Readonly<Record<SourceName, Fact & { readonly columns: readonly string[] }>> = {
  '.model': {
    name: '.model',
    documentation: 'Definitions of the model: entity sets, data sets, links, storages. One row per element.',
    columns: ['kind', 'domain', 'name', 'version', 'spec'],
  },
  '.entity_set': {
    name: '.entity_set',
    documentation:
      'One entity set, to call its methods with entity-call: its data sets, logs, metrics, skills.',
    columns: ['responseType', 'query', 'header', 'data'],
  },
  '.entity': {
    name: '.entity',
    documentation: 'Entities as they were written: one row per entity with all its properties.',
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
  },
  '.topo': {
    name: '.topo',
    documentation: 'Relations between entities; graph-call walks them, cypher matches patterns over them.',
    columns: ['src', 'relation', 'dest', '__relation_type__', '__deleted__'],
  },
  '.runbook_set': {
    name: '.runbook_set',
    documentation: 'Search in runbooks: observations, knowledge, actions, automations, skills.',
    columns: ['__type__', '__domain__', 'kind', 'name', 'metadata', 'spec', '__score__'],
  },
}

export const STAGE_FACTS: Readonly<Record<StageKind, Fact>> = {
  with: {
    name: 'with',
    form: "with(key='value', …)",
    documentation: 'Narrows what the source reads, before any other stage. Several with stages add up.',
  },
  where: {
    name: 'where',
    form: 'where CONDITION',
    documentation:
      'Keeps rows that meet the condition: = != < <= > >=, ~ (contains), =~ (regular expression), in […], like, is null; and, or, not and parentheses combine.',
  },
  project: {
    name: 'project',
    form: 'project FIELD, …',
    documentation: 'Keeps only these fields, in this order; `a as b` renames.',
  },
  sort: {
    name: 'sort',
    form: 'sort FIELD [asc|desc], …',
    documentation: 'Orders the rows; numbers by size where both are numbers.',
  },
  limit: { name: 'limit', form: 'limit COUNT', documentation: 'Keeps the first rows.' },
  offset: { name: 'offset', form: 'offset COUNT', documentation: 'Leaves the first rows out.' },
  extend: { name: 'extend', form: 'extend FIELD = EXPRESSION, …', documentation: 'Adds computed fields.' },
  stats: {
    name: 'stats',
    form: 'stats FUNCTION(FIELD) [as NAME], … [by FIELD, …]',
    documentation: 'Groups rows and counts or sums them.',
  },
  distinct: {
    name: 'distinct',
    form: 'distinct [FIELD, …]',
    documentation: 'Keeps one of rows that are alike.',
  },
  'entity-call': {
    name: 'entity-call',
    form: 'entity-call METHOD(…)',
    documentation: 'Calls a method of an entity set.',
  },
  'graph-call': {
    name: 'graph-call',
    form: 'graph-call FUNCTION(…)',
    documentation: 'Walks relations from given nodes, or runs Cypher.',
  },
  'graph-match': {
    name: 'graph-match',
    form: 'graph-match PATTERN',
    documentation: 'Matches a pattern, where the store offers it.',
  },
}

/** Sources on which a stage means something; the others take them all. */
export const STAGE_SOURCES: Partial<Readonly<Record<StageKind, readonly SourceName[]>>> = {
  'entity-call': ['.entity_set'],
  'graph-call': ['.topo'],
  'graph-match': ['.topo'],
}

const SEARCH_KEYS: readonly Fact[] = [
  { name: 'query', documentation: 'Text to look for.' },
  { name: 'mode', documentation: 'keyword, vector or hyper (both, fused).' },
  { name: 'topk', documentation: 'Number of hits.' },
  { name: 'hybrid_k', documentation: 'Constant of the rank fusion in hyper mode; 60 unless given.' },
  { name: 'embedding_model', documentation: 'Model that turns text into vectors.' },
  { name: 'origin', documentation: 'Where indexed texts come from.' },
]

/** Keys of with(…) that mean something, by source; docs/spl.md#sources. */
export const WITH_KEYS: Readonly<Record<SourceName, readonly Fact[]>> = {
  '.model': [
    { name: 'kind', documentation: 'Kind of element; a trailing * matches a prefix.' },
    { name: 'domain', documentation: 'Domain of the element; a trailing * matches a prefix.' },
    { name: 'name', documentation: 'Name of the element; a trailing * matches a prefix.' },
    ...SEARCH_KEYS,
  ],
  '.entity': [
    { name: 'domain', documentation: 'Domain of the entity set.' },
    { name: 'name', documentation: 'Entity type, that is the name of its entity set.' },
    { name: 'ids', documentation: 'Entity ids, as a list of 32 hexadecimal characters each.' },
    ...SEARCH_KEYS,
    { name: 'kinds', documentation: 'Kinds to search.' },
    { name: 'names', documentation: 'Names to search.' },
  ],
  '.entity_set': [
    { name: 'domain', documentation: 'Domain of the entity set; required.' },
    { name: 'name', documentation: 'Name of the entity set; required.' },
    { name: 'ids', documentation: 'Entities that the call is about.' },
    { name: 'query', documentation: 'Filter on the entities, for planning.' },
  ],
  '.topo': [
    { name: 'relation_type', documentation: 'Type of the relation.' },
    { name: 'type', documentation: 'The same as relation_type.' },
    {
      name: '__relation_type__',
      documentation: 'Type of the relation; after graph-call it filters as well.',
    },
    { name: 'src', documentation: 'Key domain/type/id of the start; a trailing * matches a prefix.' },
    { name: 'dest', documentation: 'Key domain/type/id of the end; a trailing * matches a prefix.' },
    { name: 'query', documentation: 'Text that occurs anywhere in the relation.' },
  ],
  '.runbook_set': [
    { name: 'domain', documentation: 'Domain of the runbook.' },
    { name: 'name', documentation: 'Name of the runbook.' },
    { name: 'names', documentation: 'Names of runbooks.' },
    { name: 'kind', documentation: 'Kind of element.' },
    { name: 'kinds', documentation: 'Kinds of elements.' },
    { name: 'type', documentation: 'Section: observations, knowledge, actions, automations or skills.' },
    ...SEARCH_KEYS,
  ],
}

const KINDS: readonly Parameter[] = [
  { name: 'domain', type: 'varchar', required: true, documentation: 'Domain of the data set.' },
  { name: 'name', type: 'varchar', required: true, documentation: 'Name of the data set.' },
]
const STORAGE: readonly Parameter[] = [
  { name: 'storage_domain', type: 'varchar', documentation: 'Domain of the storage.' },
  { name: 'storage_name', type: 'varchar', documentation: 'Name of the storage.' },
  { name: 'storage_kind', type: 'varchar', documentation: 'Kind of the storage.' },
]

/** Methods of entity sets; docs/spl.md#entity-calls. */
export const METHODS: readonly Callable[] = [
  { name: '__list_method__', documentation: 'The methods that this entity set has.', parameters: [] },
  {
    name: 'list_data_set',
    documentation: 'Data sets that belong to the entity set, with their fields and storages.',
    parameters: [
      { name: 'data_set_types', type: 'array<varchar>', documentation: 'Kinds to list, such as log_set.' },
      { name: 'detail', type: 'boolean', documentation: 'true adds the whole definitions.' },
    ],
  },
  {
    name: 'get_logs',
    documentation: 'A plan that reads the logs of these entities in their own storage.',
    parameters: [
      ...KINDS,
      { name: 'query', type: 'varchar', documentation: 'Filter on log fields.' },
      ...STORAGE,
    ],
  },
  {
    name: 'get_metrics',
    documentation: 'A plan that reads metrics of these entities in their own storage.',
    parameters: [
      ...KINDS,
      { name: 'metric', type: 'varchar', documentation: 'One metric; all of them unless given.' },
      { name: 'query', type: 'varchar', documentation: 'Filter on labels.' },
      { name: 'query_type', type: 'varchar', documentation: 'range or instant.' },
      { name: 'step', type: 'varchar', documentation: 'Distance of points, such as 30s.' },
      { name: 'aggregate', type: 'varchar', documentation: 'Aggregation, such as sum.' },
      ...STORAGE,
    ],
  },
  {
    name: 'list_skills',
    documentation: 'Skills that runbooks give to this entity set.',
    parameters: [
      { name: 'skill_ids', type: 'array<varchar>', documentation: 'Only these skills.' },
      { name: 'detail', type: 'boolean', documentation: 'true adds the files.' },
    ],
  },
  {
    name: 'list_knowledge',
    documentation: 'Knowledge that runbooks give to this entity set.',
    parameters: [
      { name: 'knowledge_ids', type: 'array<varchar>', documentation: 'Only these items.' },
      { name: 'detail', type: 'boolean', documentation: 'true adds the contents.' },
    ],
  },
]

/** Functions behind graph-call; docs/spl.md#graph-calls. */
export const GRAPH_FUNCTIONS: readonly Callable[] = [
  {
    name: 'getNeighborNodes',
    documentation: 'Relations reached from the nodes within so many steps.',
    parameters: [
      {
        name: 'type',
        type: 'varchar',
        required: true,
        documentation: 'sequence, sequence_in, sequence_out or full.',
      },
      { name: 'depth', type: 'integer', required: true, documentation: 'Number of steps, from 1.' },
      {
        name: 'nodes',
        type: 'array<node>',
        required: true,
        documentation: 'Where to start: [(:"domain@type" {__entity_id__: \'…\'})].',
      },
    ],
  },
  {
    name: 'getDirectRelations',
    documentation: 'Relations that touch the nodes.',
    parameters: [
      {
        name: 'nodes',
        type: 'array<node>',
        required: true,
        documentation: 'Nodes: [(:"domain@type" {__entity_id__: \'…\'})].',
      },
    ],
  },
  {
    name: 'cypher',
    documentation: 'Read-only openCypher over the entities and relations, between backticks.',
    parameters: [
      { name: 'query', type: 'cypher', required: true, documentation: 'MATCH … RETURN … between backticks.' },
    ],
  },
]

/** Directions of getNeighborNodes. */
export const NEIGHBOR_TYPES: readonly Fact[] = [
  { name: 'full', documentation: 'Both directions.' },
  { name: 'sequence', documentation: 'Along the relations.' },
  { name: 'sequence_in', documentation: 'Against the relations, towards the node.' },
  { name: 'sequence_out', documentation: 'Along the relations, away from the node.' },
]

/** Operators of conditions. */
export const OPERATORS: readonly Fact[] = [
  { name: '=', documentation: 'Equal; as numbers where both are.' },
  { name: '!=', documentation: 'Not equal.' },
  { name: '>', documentation: 'Greater.' },
  { name: '>=', documentation: 'Greater or equal.' },
  { name: '<', documentation: 'Less.' },
  { name: '<=', documentation: 'Less or equal.' },
  { name: '~', documentation: 'Contains, in any case.' },
  { name: '=~', documentation: 'Matches a regular expression.' },
  { name: 'in', documentation: "One of a list: in ['a', 'b']." },
  { name: 'not in', documentation: 'None of a list.' },
  { name: 'like', documentation: '% stands for any text, _ for one character.' },
  { name: 'is null', documentation: 'Holds nothing.' },
  { name: 'is not null', documentation: 'Holds something.' },
]

/** Kinds of model elements; docs/model-service.md#kinds. */
export const ELEMENT_KINDS = words(
  'entity_set metric_set log_set trace_set event_set profile_set runbook_set entity_source explorer',
  'entity_set_link data_link storage_link runbook_link entity_source_link explorer_link prometheus aliyun_prometheus elasticsearch',
  'mysql sls_logstore sls_metricstore sls_entitystore external_storage victoriametrics clickhouse',
)

export const SEARCH_MODES = ['keyword', 'vector', 'hyper']
export const RUNBOOK_SECTIONS = ['observations', 'knowledge', 'actions', 'automations', 'skills']

/** Columns of raw entity-call tables that are known beforehand. */
export const METHOD_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  __list_method__: ['name', 'display_name', 'description', 'params', 'returns'],
  list_data_set: words(
    'data_set_id type domain name fields_mapping filterable_fields fields storage_info storage_link_info',
    'data_link_detail data_set_detail storage_detail storage_link_detail',
  ),
}
