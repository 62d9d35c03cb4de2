import type { AgentKind } from '#shared/environments/agent.ts'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { useText } from '../../i18n/text.ts'
import { hasSolver } from './autoplay.ts'
import { useEndpoints } from './endpoint-store.ts'

/** Returns a function that explains why an agent cannot play an environment, if so. */
export function useAgentProblem(): (
  agent: AgentKind,
  entry: CatalogueEntry | undefined,
) => string | undefined {
  const t = useText()
  const endpoints = useEndpoints()
  return (agent, entry) => {
    if (agent === 'random' && !entry) return t('environments.agent.noGrammar')
    if (agent === 'solver' && !hasSolver(entry)) return t('environments.agent.noSolver')
    if (agent === 'endpoint' && endpoints.length === 0) return t('environments.agent.noEndpoint')
    return undefined
  }
}
