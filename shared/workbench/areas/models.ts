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
