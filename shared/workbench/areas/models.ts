import { z } from 'zod'
import { event, procedure } from '../procedure.ts'

/** Every model call names the connection; the workspace defaults to the connection's current one. */
const modelTarget = z.object({ connection: z.string(), workspace: z.string().optional() })

/** An MCP tool's answer, with timing and size. */
const toolAnswerSchema = z.object({
  isError: z.boolean(),
  structured: z.unknown(),
  /** Text of the first content block: TOON for a graph-model server. Empty if a query did not request it. */
  text: z.string(),
  /** Milliseconds from request to answer, measured in the core. */
  milliseconds: z.number(),
  /** Bytes of the answer's JSON line. */
  bytes: z.number(),
  /** Sequence number of the request in the connection's trace, where both messages can be read completely. */
  sequence: z.number().int(),
})
export type ToolAnswer = z.infer<typeof toolAnswerSchema>

const fetchedModel = z.object({ files: z.array(z.object({ path: z.string(), text: z.string() })) })
/** Model files fetched from an address. */
export type FetchedModel = z.infer<typeof fetchedModel>

/** Keys named per list; the others are counted. */
export const MAX_NAMED = 50
const named = z.object({ total: z.number().int(), names: z.array(z.string()).max(MAX_NAMED) })
/** Stable keys of elements, entities and relations: how many, and the first of them. */
export type Named = z.infer<typeof named>

const modelCopy = z.object({
  id: z.number().int(),
  /** Unix milliseconds of the import. */
  at: z.number(),
  /** False if the server did not answer, so that the import may or may not have been written. */
  sure: z.boolean(),
  /** What the import wrote. */
  wrote: named,
  /** What was written since. */
  after: named,
})
/** The model as it was before an import. */
export type ModelCopy = z.infer<typeof modelCopy>

export const models = {
  /**
   * Fetches model files from an address: one file, or a folder of a public repository. The page cannot make
   * cross-origin requests itself.
   */
  fetchModel: procedure({ input: z.object({ url: z.string().max(2000) }), output: fetchedModel }),
  /** `resources/read` of a workspace resource; returns the decoded value and its TOON text. */
  readResource: procedure({
    input: modelTarget.extend({ resource: z.string() }),
    output: z.object({ uri: z.string(), text: z.string(), value: z.unknown() }),
  }),
  /** The workspace's `schema-index`, delivered as progress in chunks that the page can process without blocking. */
  readIndex: procedure({
    input: modelTarget,
    output: z.object({ uri: z.string() }),
    progress: z.object({ elements: z.array(z.unknown()), links: z.array(z.unknown()) }),
  }),
  /** Runs SPL through `query_spl_execute`. A refused query is an answer with `isError`, not a failed call. */
  runQuery: procedure({
    input: modelTarget.extend({
      query: z.string(),
      limit: z.number().int().positive().optional(),
      timeoutMs: z.number().int().positive().optional(),
      parameters: z.record(z.string(), z.unknown()).optional(),
      timeRange: z.object({ from: z.string().optional(), to: z.string().optional() }).optional(),
      format: z.enum(['', 'agent']).optional(),
      /** Whether to return the text even when it only repeats the structured answer. */
      withText: z.boolean().optional(),
      /** Known entities, used to filter the model's links. */
      entities: z.object({ header: z.array(z.string()), data: z.array(z.array(z.string())) }).optional(),
    }),
    output: toolAnswerSchema,
  }),
  explainQuery: procedure({
    input: modelTarget.extend({
      query: z.string(),
      limit: z.number().int().positive().optional(),
      parameters: z.record(z.string(), z.unknown()).optional(),
      timeRange: z.object({ from: z.string().optional(), to: z.string().optional() }).optional(),
    }),
    output: toolAnswerSchema,
  }),
  /** Calls any tool of the server. */
  callTool: procedure({
    input: modelTarget.extend({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) }),
    output: toolAnswerSchema,
  }),
  /** The copy of the model from before the last import; null if there is none, and for servers that are not embedded. */
  copy: procedure({ input: z.object({ connection: z.string() }), output: modelCopy.nullable() }),
  /**
   * Replaces the embedded model by the last copy. Refused if another was made, or more was written, than the user was shown.
   * Returns the folder with what was replaced.
   */
  restoreCopy: procedure({
    input: z.object({ id: z.number().int(), after: z.number().int() }),
    output: z.object({ kept: z.string() }),
  }),
  /** `completion/complete`, with the server's answer unchanged. */
  complete: procedure({
    input: modelTarget.extend({
      ref: z.union([
        z.object({ type: z.literal('ref/prompt'), name: z.string() }),
        z.object({ type: z.literal('ref/resource'), uri: z.string() }),
      ]),
      argument: z.object({ name: z.string(), value: z.string() }),
      /** Other arguments already entered, on which suggestions may depend. */
      context: z.object({ arguments: z.record(z.string(), z.string()) }).optional(),
    }),
    output: z.object({
      values: z.array(z.string()),
      total: z.number().optional(),
      hasMore: z.boolean().optional(),
    }),
  }),

  /** A tool that changes a server's data has succeeded, whichever window called it. */
  written: event(z.object({ connection: z.string() })),
}
