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

const price = z.number().nonnegative()
/** For a million tokens; those from a cache and those of reasoning cost what the others cost where nothing else is said. */
const pricesSchema = z.object({
  prompt: price,
  completion: price,
  cached: price.optional(),
  reasoning: price.optional(),
  currency: z.string().optional(),
})

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
  prices: pricesSchema.optional(),
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

const KIND_NAMES = { solver: 'Solver', script: 'Script', endpoint: 'Model endpoint' } as const

/** In files, which any program reads, in English. */
const plainName = ({ agent, seed }: Agent): string =>
  agent === 'random' ? `Random (agent seed ${seed})` : KIND_NAMES[agent]

/** An endpoint by its name and the model behind it. */
export const endpointName = ({ name, model }: Pick<ModelEndpoint, 'name' | 'model'>): string =>
  name === model ? name : `${name} · ${model}`

const endpointOf = <One extends { readonly id: string }>(
  { agent, endpoint }: Agent,
  endpoints: readonly One[],
): One | undefined =>
  agent === 'endpoint'
    ? endpoints.find(({ id }, i) => (endpoint === undefined ? i === 0 : id === endpoint))
    : undefined

/** The agents of a batch by name; two that were told the same are told apart by their places. */
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

/** The agents of a batch as its files record them. */
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
  /** Of the prompt's. */
  readonly cachedTokens?: number | undefined
  /** Of the completion's. */
  readonly reasoningTokens?: number | undefined
}

/** What a call cost; undefined where the endpoint reports no tokens. */
export function costOf(
  { promptTokens, completionTokens, cachedTokens = 0, reasoningTokens = 0 }: Usage,
  { prompt, completion, cached = prompt, reasoning = completion }: NonNullable<ModelEndpoint['prices']>,
): number | undefined {
  if (promptTokens === undefined && completionTokens === undefined) return undefined
  const [asked, said] = [promptTokens ?? 0, completionTokens ?? 0]
  // No endpoint should report more than there is; one that does is not paid for it.
  const [kept, thought] = [Math.min(cachedTokens, asked), Math.min(reasoningTokens, said)]
  return (prompt * (asked - kept) + cached * kept + completion * (said - thought) + reasoning * thought) / 1e6
}
