import { z } from 'zod'
import { procedure } from '../procedure.ts'

/** Every model call names the connection; the workspace defaults to the connection's own. */
const modelTarget = z.object({ connection: z.string(), workspace: z.string().optional() })

/** The answer of an MCP tool as it came, with what it cost. */
export const toolAnswerSchema = z.object({
  isError: z.boolean(),
  structured: z.unknown(),
  /** The text of the first content block: TOON for a graph-model server. Empty where a query was not asked for it. */
  text: z.string(),
  /** Milliseconds from request to answer, as the core saw it. */
  milliseconds: z.number(),
  /** Bytes of the answer's JSON line. */
  bytes: z.number(),
  /** The request's place in the connection's trace, where both messages can be read whole. */
  sequence: z.number().int(),
})
export type ToolAnswer = z.infer<typeof toolAnswerSchema>

const fetchedModel = z.object({ files: z.array(z.object({ path: z.string(), text: z.string() })) })
/** Model files that were read from an address. */
export type FetchedModel = z.infer<typeof fetchedModel>

export const models = {
  /** Reads the model files at an address: one file, or a folder of a public repository. The page cannot ask other hosts itself. */
  fetchModel: procedure({ input: z.object({ url: z.string().max(2000) }), output: fetchedModel }),
  /** `resources/read` of one of the workspace's resources; the decoded value and its TOON text. */
  readResource: procedure({
    input: modelTarget.extend({ resource: z.string() }),
    output: z.object({ uri: z.string(), text: z.string(), value: z.unknown() }),
  }),
  /** The workspace's `schema-index`, delivered as progress in pieces that a page takes in without a long task. */
  readIndex: procedure({
    input: modelTarget,
    output: z.object({ uri: z.string() }),
    progress: z.object({ elements: z.array(z.unknown()), links: z.array(z.unknown()) }),
  }),
  /** Runs SPL through `query_spl_execute`. A refused query is an answer with `isError`, not a failure of the call. */
  runQuery: procedure({
    input: modelTarget.extend({
      query: z.string(),
      limit: z.number().int().positive().optional(),
      timeoutMs: z.number().int().positive().optional(),
      parameters: z.record(z.string(), z.unknown()).optional(),
      timeRange: z.object({ from: z.string().optional(), to: z.string().optional() }).optional(),
      format: z.enum(['', 'agent']).optional(),
      /** Whether the text is wanted as well, where it only repeats the structured answer. */
      withText: z.boolean().optional(),
      /** Entities at hand, by which links of the model are filtered. */
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
  /** `completion/complete`, as the server answers it. */
  complete: procedure({
    input: modelTarget.extend({
      ref: z.union([
        z.object({ type: z.literal('ref/prompt'), name: z.string() }),
        z.object({ type: z.literal('ref/resource'), uri: z.string() }),
      ]),
      argument: z.object({ name: z.string(), value: z.string() }),
      /** What was filled in beside it: one argument's suggestions may hang on another's. */
      context: z.object({ arguments: z.record(z.string(), z.string()) }).optional(),
    }),
    output: z.object({
      values: z.array(z.string()),
      total: z.number().optional(),
      hasMore: z.boolean().optional(),
    }),
  }),
}
