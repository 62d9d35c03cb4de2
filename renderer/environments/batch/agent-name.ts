import type { BatchPlan } from '#shared/environments/batch.ts'
import { useText } from '../../i18n/text.ts'
import { useEndpoints } from '../agents/endpoint-store.ts'

/** What an agent of a batch is called; two of a kind are told apart by what they were told. */
export function useAgentName({ agents }: Pick<BatchPlan, 'agents'>): (index: number) => string {
  const t = useText()
  const endpoints = useEndpoints()
  return (index) => {
    const agent = agents[index]
    if (!agent) return ''
    const model = endpoints.find(({ id }, i) => (agent.endpoint ? id === agent.endpoint : i === 0))?.name
    if (agent.agent === 'endpoint' && model !== undefined) return model
    const name = t(`environments.agent.${agent.agent}`)
    if (agents.filter((one) => one.agent === agent.agent).length === 1) return name
    return agent.agent === 'random' ? `${name} ${agent.seed}` : `${name} ${index + 1}`
  }
}
