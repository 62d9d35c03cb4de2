import { agentNames } from '#shared/environments/agent.ts'
import type { BatchPlan } from '#shared/environments/batch.ts'
import { useText } from '../../i18n/text.ts'
import { useEndpoints } from '../agents/endpoint-store.ts'

/** What the agents of a batch are called; two that were told the same are told apart by their places. */
export function useAgentNames(): (agents: BatchPlan['agents']) => string[] {
  const t = useText()
  const endpoints = useEndpoints()
  return (agents) =>
    agentNames(agents, endpoints, ({ agent, seed }) =>
      agent === 'random' ? t('environments.agent.seeded', { seed }) : t(`environments.agent.${agent}`),
    )
}

/** What an agent of a batch is called. */
export function useAgentName({ agents }: Pick<BatchPlan, 'agents'>): (index: number) => string {
  const names = useAgentNames()(agents)
  return (index) => names[index] ?? ''
}
