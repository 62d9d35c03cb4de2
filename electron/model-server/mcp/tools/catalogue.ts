import type { Service } from '../service.ts'
import {
  EXPIRE_INPUT,
  IMPORT_INPUT,
  NO_INPUT,
  OUTPUTS,
  QUERY_INPUT,
  VALIDATE_INPUT,
  WRITE_INPUT,
} from './schemas.ts'

export interface ToolDescription {
  readonly name: string
  readonly description: string
  /** Write tools answer TOOL_DISABLED unless the server was started with --enable-writes. */
  readonly writes: boolean
  readonly inputSchema: object
  readonly outputSchema: object
  readonly legacyOutput: string
}

/** The seven tools, in the order in which they are listed; docs/model-service.md#tools. */
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

/** `query_spl_execute` as "Query Spl Execute". */
export function titleOf(name: string): string {
  return name
    .split(/[_\-/]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

export function isEnabled(service: Service, tool: ToolDescription): boolean {
  return !tool.writes || service.writesEnabled
}

/** Tools as `discovery` and the tool-capability resource show them: snake case, with enablement. */
export function toolObjects(service: Service): readonly object[] {
  return TOOLS.map((tool) => ({
    name: tool.name,
    description: tool.description,
    enabled: isEnabled(service, tool),
    requires_explicit_write_enable: tool.writes,
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema,
  }))
}
