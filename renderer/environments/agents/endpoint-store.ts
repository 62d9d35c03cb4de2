import { agentDocument, type AgentEndpoint } from '#shared/documents/environments.ts'
import { documentOf } from '../../app/document.ts'
import { workbench } from '../../app/workbench.ts'

/** Name under which the key is kept as a secret. */
export const KEY_NAME = 'gem-agent-key'

const agent = documentOf(agentDocument)

export const loadEndpoint = (): Promise<void> => agent.load()

/** The endpoint that may play as an agent; none until a person configures one. */
export const useEndpoint = (): AgentEndpoint | undefined => agent.use(({ value }) => value)

export const agentEndpoint = (): AgentEndpoint | undefined => agent.value

/** Keeps the endpoint; the key, when a new one is given, goes to the secrets and never comes back here. */
export async function saveEndpoint(endpoint: AgentEndpoint, key: string): Promise<void> {
  if (key !== '') await workbench.call('secrets.set', { name: KEY_NAME, value: key })
  await agent.change(() => endpoint)
}

export async function forgetEndpoint(): Promise<void> {
  await workbench.call('secrets.remove', { name: KEY_NAME })
  await agent.change(() => undefined)
}
