import { z } from 'zod'

/** Who can play instead of a person. */
export const agentKindSchema = z.enum(['random', 'solver', 'script', 'endpoint'])
export type AgentKind = z.infer<typeof agentKindSchema>

/** An agent with all that it needs to be told. */
export const agentSchema = z.object({
  agent: agentKindSchema,
  /** Of the random agent. */
  seed: z.number().int().nonnegative().default(0),
  /** Actions of the scripted agent, one for each turn. */
  script: z.array(z.string()).default([]),
  /** Id of the model's endpoint; without one, the first that is configured. */
  endpoint: z.string().optional(),
})
export type Agent = z.infer<typeof agentSchema>

/** The actions of a script: one a line, empty lines skipped. */
export const scriptLines = (script: string): string[] =>
  script.split('\n').filter((line) => line.trim() !== '')

/** One endpoint of an OpenAI-compatible server, with a model behind it. */
export const endpointSchema = z.object({
  /** The part before `/chat/completions`. */
  url: z.url({ protocol: /^https?$/ }),
  model: z.string().trim().min(1),
  /** Name of the secret that holds the key; absent where the endpoint wants none. */
  secret: z.string().optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.number().int().positive().optional(),
})
export type Endpoint = z.infer<typeof endpointSchema>

/** An endpoint as a person configured it: how its key is found, what the model is told, and what it costs. */
export const modelEndpointSchema = endpointSchema.extend({
  id: z.string(),
  name: z.string(),
  /** No key, one that is kept as a secret, one for this start only, or a variable of the environment that Orrery runs in. */
  key: z.enum(['none', 'secret', 'session', 'env']).default('none'),
  env: z.string().optional(),
  /** Said to the model before the episode. */
  instructions: z.string(),
  /** The episode as messages of a chat, or as one text. */
  history: z.enum(['chat', 'concat']).default('chat'),
  /** Whether the model writes its action, or calls a tool with it. */
  act: z.enum(['text', 'tool']).default('text'),
  stream: z.boolean().default(true),
  /** For a million tokens, in whatever currency. */
  prices: z.object({ prompt: z.number().nonnegative(), completion: z.number().nonnegative() }).optional(),
})
export type ModelEndpoint = z.infer<typeof modelEndpointSchema>

/** The agent that a tab's choices name. */
export const agentOf = ({
  agent,
  seed,
  script,
  endpoint,
}: {
  readonly agent: AgentKind
  readonly seed: number
  readonly script: string
  readonly endpoint?: string | undefined
}): Agent => ({ agent, seed, script: scriptLines(script), endpoint })
