import { agentNames } from '#shared/environments/agent.ts'
import type { BatchPlan } from '#shared/environments/batch.ts'
import { useText } from '../../i18n/text.ts'
import { useEndpoints } from '../agents/endpoint-store.ts'

/** Names of a batch's agents; identical ones are numbered. */
export function useAgentNames(): (agents: BatchPlan['agents']) => string[] {
  const t = useText()
  const endpoints = useEndpoints()
  return (agents) =>
    agentNames(agents, endpoints, ({ agent, seed }) =>
      agent === 'random' ? t('environments.agent.seeded', { seed }) : t(`environments.agent.${agent}`),
    )
}

/** Name of a batch's agent by index. */
export function useAgentName({ agents }: Pick<BatchPlan, 'agents'>): (index: number) => string {
  const names = useAgentNames()(agents)
  return (index) => names[index] ?? ''
}
