import type { BatchPlan } from '#shared/environments/batch.ts'
import { useText } from '../../i18n/text.ts'

/** What an agent of a batch is called; two of a kind are told apart by what they were told. */
export function useAgentName({ agents }: Pick<BatchPlan, 'agents'>): (index: number) => string {
  const t = useText()
  return (index) => {
    const agent = agents[index]
    if (!agent) return ''
    const name = t(`environments.agent.${agent.agent}`)
    if (agents.filter((one) => one.agent === agent.agent).length === 1) return name
    return agent.agent === 'random' ? `${name} ${agent.seed}` : `${name} ${index + 1}`
  }
}
