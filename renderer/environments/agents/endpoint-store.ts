import { z } from 'zod'
import { create } from 'zustand'
import { endpointSchema } from '#shared/workbench/areas/gem.ts'
import { workbench } from '../../app/workbench.ts'

/** Name under which the key is kept as a secret. */
export const KEY_NAME = 'gem-agent-key'

const keptSchema = endpointSchema.extend({
  version: z.literal(1),
  /** Said to the model before the episode. */
  instructions: z.string(),
})
export type AgentEndpoint = z.infer<typeof keptSchema>

/** The endpoint that may play as an agent; none until a person configures one. */
export const useEndpoint = create<{ readonly endpoint: AgentEndpoint | undefined }>(() => ({
  endpoint: undefined,
}))

export async function loadEndpoint(): Promise<void> {
  const { value } = await workbench.call('store.read', { collection: 'gem', id: 'agent' })
  const parsed = keptSchema.safeParse(value)
  if (parsed.success) useEndpoint.setState({ endpoint: parsed.data })
}

/** Keeps the endpoint; the key, when a new one is given, goes to the secrets and never comes back here. */
export async function saveEndpoint(endpoint: AgentEndpoint, key: string): Promise<void> {
  if (key !== '') await workbench.call('secrets.set', { name: KEY_NAME, value: key })
  await workbench.call('store.write', { collection: 'gem', id: 'agent', value: endpoint })
  useEndpoint.setState({ endpoint })
}

export async function forgetEndpoint(): Promise<void> {
  await workbench.call('secrets.remove', { name: KEY_NAME })
  await workbench.call('store.remove', { collection: 'gem', id: 'agent' })
  useEndpoint.setState({ endpoint: undefined })
}
