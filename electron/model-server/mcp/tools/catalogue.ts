import type { Service } from '../service.ts'

/** JSON Schemas of tool arguments and results, in draft 2020-12 vocabulary that draft-07 validators also support. */
type Schema = { readonly [key: string]: unknown }

const string = (description: string): Schema => ({ type: 'string', description })
const openObject = (description: string): Schema => ({
  type: 'object',
  description,
  additionalProperties: true,
})

const entityTable: Schema = {
  description: 'Table of entity fields that binds data set filters; also accepted as a list of row objects.',
  anyOf: [
    {
      type: 'object',
      properties: {
        version: { type: 'integer' },
        header: { type: 'array', items: { type: 'string' } },
        data: { type: 'array', items: {} },
      },
    },
    { type: 'array', items: { type: 'object' } },
  ],
}

const QUERY_INPUT: Schema = {
  type: 'object',
  properties: {
    query: string('SPL text, such as .model | limit 20'),
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 10_000,
      description: 'Most rows to return; overrides the limit in the query.',
    },
    timeout_ms: {
      type: 'integer',
      minimum: 1,
      description: 'Milliseconds after which the query is stopped.',
    },
    parameters: openObject('Values for $name placeholders in the query.'),
    time_range: {
      type: 'object',
      description: 'Show what was alive in this window; RFC 3339 times.',
      properties: { from: { type: 'string' }, to: { type: 'string' } },
    },
    entity_data: entityTable,
    // Other spellings of the same.
    entityData: { ...entityTable, deprecated: true },
    filterByEntities: { ...entityTable, deprecated: true },
    format: {
      type: 'string',
      enum: ['', 'agent'],
      description: '"agent" returns data query plans in the short form v1.1.',
    },
  },
  required: ['query'],
}

const NO_INPUT: Schema = { type: 'object', properties: {}, additionalProperties: true }

const element: Schema = {
  type: 'object',
  description: 'A model element, in its flat form or as an authoring file holds it.',
  properties: {
    kind: { type: 'string' },
    domain: { type: 'string' },
    name: { type: 'string' },
    version: { type: 'string' },
    schema: { type: 'object' },
    metadata: { type: 'object' },
    spec: { type: 'object' },
  },
  required: ['kind'],
}

const VALIDATE_INPUT: Schema = {
  type: 'object',
  properties: { elements: { type: 'array', items: element } },
  required: ['elements'],
}

const IMPORT_INPUT: Schema = {
  type: 'object',
  description: 'Give elements or path, exactly one.',
  properties: {
    elements: { type: 'array', items: element },
    path: string('File or folder below the import root of the server.'),
    partial_success: {
      type: 'boolean',
      description: 'Import the good elements of a model that has bad ones.',
    },
  },
}

const WRITE_INPUT: Schema = {
  type: 'object',
  description: 'At least one entity or relation. Entities are written first.',
  properties: {
    entities: {
      type: 'array',
      items: openObject(
        'Flat payload with __domain__, __entity_type__, __entity_id__, __method__ and both times.',
      ),
    },
    relations: {
      type: 'array',
      items: openObject(
        'Flat payload with __src_*__, __dest_*__, __relation_type__, __method__ and both times.',
      ),
    },
    idempotency_key: string(
      'Entities, and likewise relations, whose key was used before are not written again: the answer is the first.',
    ),
    partial_success: { type: 'boolean', description: 'Write the good items of a batch that has bad ones.' },
  },
}

const EXPIRE_INPUT: Schema = {
  type: 'object',
  properties: {
    ids: { type: 'array', items: { type: 'string' }, minItems: 1, description: 'Stable keys.' },
    kind: { type: 'string', enum: ['entity', 'relation'] },
    reason: string("For the caller's own records."),
  },
  required: ['ids'],
}

const names: Schema = { type: 'array', items: { type: 'string' } }

const EXPLAIN: Schema = {
  type: 'object',
  properties: {
    source: { type: 'string' },
    provider: { type: 'string' },
    storage_provider: { type: 'string' },
    pushdown: names,
    fallback: names,
    operators: names,
    warnings: names,
    limit: { type: 'integer' },
    time_range_applied: { type: 'boolean' },
  },
  required: ['source', 'provider', 'limit', 'time_range_applied'],
}

const QUERY_RESULT: Schema = {
  type: 'object',
  properties: {
    columns: names,
    rows: { type: 'array', items: { type: 'object' } },
    page: { type: 'object', properties: { limit: { type: 'integer' } }, required: ['limit'] },
    explain: EXPLAIN,
    warnings: names,
  },
  required: ['columns', 'rows', 'page', 'explain'],
}

const findings: Schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { field: { type: 'string' }, reason: { type: 'string' } },
    required: ['field', 'reason'],
  },
}

const VALIDATION_RESULT: Schema = {
  type: 'object',
  properties: { valid: { type: 'boolean' }, errors: findings, warnings: findings },
  required: ['valid'],
}

const WRITE_RESULT: Schema = {
  type: 'object',
  properties: {
    accepted: { type: 'integer' },
    failed: { type: 'integer' },
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, ok: { type: 'boolean' } },
        required: ['id', 'ok'],
      },
    },
    warnings: findings,
  },
  required: ['accepted', 'failed'],
}

const ENTITY_WRITE_RESULT: Schema = {
  type: 'object',
  properties: { entities: WRITE_RESULT, relations: WRITE_RESULT },
}

/** Schema of a tool's structured content: its output, or an error with a stable code. */
function envelope(output: Schema): Schema {
  return {
    type: 'object',
    description: 'structuredContent holds this as JSON; the text block holds the same as TOON.',
    properties: {
      name: { type: 'string' },
      ok: { type: 'boolean' },
      output,
      code: { type: 'string' },
      error: { type: 'string' },
      details: { type: 'object' },
    },
    required: ['name', 'ok'],
  }
}

const OUTPUTS = {
  QueryResult: envelope(QUERY_RESULT),
  QueryExplain: envelope(EXPLAIN),
  Examples: envelope({ type: 'array', items: { type: 'string' } }),
  ValidationResult: envelope(VALIDATION_RESULT),
  WriteResult: envelope(WRITE_RESULT),
  EntityWriteResult: envelope(ENTITY_WRITE_RESULT),
}

export interface ToolDescription {
  readonly name: string
  readonly description: string
  /** Write tools return TOOL_DISABLED unless the server was started with --enable-writes. */
  readonly writes: boolean
  readonly inputSchema: object
  readonly outputSchema: object
  readonly legacyOutput: string
}

/** The seven tools in listing order; docs/model-service.md#tools. */
export const TOOLS: readonly ToolDescription[] = [
  {
    name: 'query_spl_execute',
    description: 'Run an SPL query over definitions, entities, topology or runbooks.',
    writes: false,
    inputSchema: QUERY_INPUT,
    outputSchema: OUTPUTS.QueryResult,
    legacyOutput: 'QueryResult',
  },
  {
    name: 'query_spl_explain',
    description: 'Show how an SPL query would be carried out, without running it.',
    writes: false,
    inputSchema: QUERY_INPUT,
    outputSchema: OUTPUTS.QueryExplain,
    legacyOutput: 'QueryExplain',
  },
  {
    name: 'query_spl_examples',
    description: 'Queries that run on this workspace.',
    writes: false,
    inputSchema: NO_INPUT,
    outputSchema: OUTPUTS.Examples,
    legacyOutput: 'string[]',
  },
  {
    name: 'model_validate',
    description: 'Check model elements against the schemas of their kinds.',
    writes: false,
    inputSchema: VALIDATE_INPUT,
    outputSchema: OUTPUTS.ValidationResult,
    legacyOutput: 'ValidationResult',
  },
  {
    name: 'model_import',
    description: 'Add model elements, given inline or as files the server can read.',
    writes: true,
    inputSchema: IMPORT_INPUT,
    outputSchema: OUTPUTS.WriteResult,
    legacyOutput: 'WriteResult',
  },
  {
    name: 'entity_write',
    description: 'Write entities and relations.',
    writes: true,
    inputSchema: WRITE_INPUT,
    outputSchema: OUTPUTS.EntityWriteResult,
    legacyOutput: 'WriteResult',
  },
  {
    name: 'entity_expire',
    description: 'Mark entities or relations as gone.',
    writes: true,
    inputSchema: EXPIRE_INPUT,
    outputSchema: OUTPUTS.WriteResult,
    legacyOutput: 'WriteResult',
  },
]

const PLAN_RUN: ToolDescription = {
  name: 'query_plan_run',
  description:
    'Run a plan of get_metrics or get_logs against the telemetry endpoint that its storage belongs to, and return series or log lines.',
  writes: false,
  inputSchema: {
    type: 'object',
    properties: {
      plan: {
        description: 'The plan as query_spl_execute returned it, an object or its JSON text.',
        anyOf: [{ type: 'object' }, { type: 'string' }],
      },
      connection: string('Name of the endpoint, where the plan’s storage belongs to none or to another.'),
      from: string('RFC 3339 time in place of the plan’s own; with to.'),
      to: string('RFC 3339 time in place of the plan’s own; with from.'),
      offset: {
        type: 'integer',
        minimum: 0,
        maximum: 9999,
        description: 'Where a page of log lines begins: next of the answer before.',
      },
    },
    required: ['plan'],
  },
  outputSchema: envelope({
    type: 'object',
    properties: {
      connection: { type: 'string' },
      requests: { type: 'array', items: { type: 'object' } },
      answer: { type: 'object' },
    },
    required: ['connection', 'requests', 'answer'],
  }),
  legacyOutput: 'PlanRun',
}

/** Returns a server's tools: the seven, and another one if it has telemetry endpoints. */
export const toolsOf = ({ telemetry }: Service): readonly ToolDescription[] =>
  telemetry ? [...TOOLS, PLAN_RUN] : TOOLS

/** Converts `query_spl_execute` to "Query Spl Execute". */
export function titleOf(name: string): string {
  return name
    .split(/[_\-/]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

export function isEnabled(service: Service, tool: ToolDescription): boolean {
  return !tool.writes || service.writesEnabled
}

/** Tools in the form of `discovery` and the tool-capability resource: snake case, with enablement. */
export function toolObjects(service: Service): readonly object[] {
  return toolsOf(service).map((tool) => ({
    name: tool.name,
    description: tool.description,
    enabled: isEnabled(service, tool),
    requires_explicit_write_enable: tool.writes,
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema,
  }))
}
