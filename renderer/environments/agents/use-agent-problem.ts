import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { useText } from '../../i18n/text.ts'
import type { AgentKind } from './agent.ts'
import { useEndpoint } from './endpoint-store.ts'
import { hasSolver } from './players.ts'

/** Why an agent cannot play here, or nothing. */
export function useAgentProblem(agent: AgentKind, entry: CatalogueEntry | undefined): string | undefined {
  const t = useText()
  const endpoint = useEndpoint()
  if (agent === 'random' && !entry) return t('gem.agent.noGrammar')
  if (agent === 'solver' && !hasSolver(entry)) return t('gem.agent.noSolver')
  if (agent === 'endpoint' && !endpoint) return t('gem.agent.noEndpoint')
  return undefined
}
