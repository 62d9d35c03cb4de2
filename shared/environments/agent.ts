import { z } from 'zod'

/** Kinds of agents. */
export const agentKindSchema = z.enum(['random', 'solver', 'script', 'endpoint'])
export type AgentKind = z.infer<typeof agentKindSchema>

/** An agent with its configuration. */
export const agentSchema = z.object({
  agent: agentKindSchema,
  /** Seed of the random agent. */
  seed: z.number().int().nonnegative().default(0),
  /** Actions of the scripted agent, one per turn. */
  script: z.array(z.string()).default([]),
  /** Id of the model endpoint; absent: the first configured one. */
  endpoint: z.string().optional(),
})
export type Agent = z.infer<typeof agentSchema>

/** Parses a script: one action per line, skipping empty lines. */
const scriptLines = (script: string): string[] => script.split('\n').filter((line) => line.trim() !== '')

/** A model on an OpenAI-compatible server. */
export const endpointSchema = z.object({
  /** Base URL, without `/chat/completions`. */
  url: z.url({ protocol: /^https?$/ }),
  model: z.string().trim().min(1),
  /** Name of the secret that holds the key; absent if the endpoint needs none. */
  secret: z.string().optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.number().int().positive().optional(),
})
export type Endpoint = z.infer<typeof endpointSchema>

const price = z.number().nonnegative()
/** Prices per million tokens. Cached and reasoning tokens cost the same as the others unless stated. */
const pricesSchema = z.object({
  prompt: price,
  completion: price,
  cached: price.optional(),
  reasoning: price.optional(),
  currency: z.string().optional(),
})

/** An endpoint as configured by the user: source of the key, instructions and prices. */
export const modelEndpointSchema = endpointSchema.extend({
  id: z.string(),
  name: z.string(),
  /** Source of the key: none, a stored secret, a secret for this run only, or an environment variable of Orrery. */
  key: z.enum(['none', 'secret', 'session', 'env']).default('none'),
  env: z.string().optional(),
  /** Instructions sent to the model before the episode. */
  instructions: z.string(),
  /** Send the episode as chat messages, or as one text. */
  history: z.enum(['chat', 'concat']).default('chat'),
  /** Whether the model writes its action as text or calls a tool. */
  act: z.enum(['text', 'tool']).default('text'),
  stream: z.boolean().default(true),
  prices: pricesSchema.optional(),
})
export type ModelEndpoint = z.infer<typeof modelEndpointSchema>

/** Returns the agent selected in a tab. */
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

const KIND_NAMES = { solver: 'Solver', script: 'Script', endpoint: 'Model endpoint' } as const

/** English name used in exported files. */
const plainName = ({ agent, seed }: Agent): string =>
  agent === 'random' ? `Random (agent seed ${seed})` : KIND_NAMES[agent]

/** An endpoint's name followed by its model. */
export const endpointName = ({ name, model }: Pick<ModelEndpoint, 'name' | 'model'>): string =>
  name === model ? name : `${name} · ${model}`

const endpointOf = <One extends { readonly id: string }>(
  { agent, endpoint }: Agent,
  endpoints: readonly One[],
): One | undefined =>
  agent === 'endpoint'
    ? endpoints.find(({ id }, i) => (endpoint === undefined ? i === 0 : id === endpoint))
    : undefined

/** Returns the display names of a batch's agents; identical ones are numbered. */
export function agentNames(
  agents: readonly Agent[],
  endpoints: readonly Pick<ModelEndpoint, 'id' | 'name' | 'model'>[],
  nameOf: (agent: Agent) => string = plainName,
): string[] {
  const names = agents.map((agent) => {
    const model = endpointOf(agent, endpoints)
    return model ? endpointName(model) : nameOf(agent)
  })
  return names.map((name, i) => (names.filter((one) => one === name).length > 1 ? `${name} #${i + 1}` : name))
}

/** Returns the agents of a batch as recorded in its files. */
export function playersOf(
  { agents }: { readonly agents: readonly Agent[] },
  endpoints: readonly ModelEndpoint[],
): { name: string; kind: AgentKind; model?: string | undefined; seed?: number | undefined }[] {
  const names = agentNames(agents, endpoints)
  return agents.map((agent, index) => ({
    name: names[index] ?? agent.agent,
    kind: agent.agent,
    model: endpointOf(agent, endpoints)?.model,
    seed: agent.agent === 'random' ? agent.seed : undefined,
  }))
}

interface Usage {
  readonly promptTokens?: number | undefined
  readonly completionTokens?: number | undefined
  /** Part of the prompt tokens. */
  readonly cachedTokens?: number | undefined
  /** Part of the completion tokens. */
  readonly reasoningTokens?: number | undefined
}

/** Computes the cost of a call; undefined if the endpoint reports no token counts. */
export function costOf(
  { promptTokens, completionTokens, cachedTokens = 0, reasoningTokens = 0 }: Usage,
  { prompt, completion, cached = prompt, reasoning = completion }: NonNullable<ModelEndpoint['prices']>,
): number | undefined {
  if (promptTokens === undefined && completionTokens === undefined) return undefined
  const [input, output] = [promptTokens ?? 0, completionTokens ?? 0]
  // Clamp: an endpoint might report more cached or reasoning tokens than tokens in total.
  const [cachedInput, reasoningOutput] = [Math.min(cachedTokens, input), Math.min(reasoningTokens, output)]
  return (
    (prompt * (input - cachedInput) +
      cached * cachedInput +
      completion * (output - reasoningOutput) +
      reasoning * reasoningOutput) /
    1e6
  )
}
