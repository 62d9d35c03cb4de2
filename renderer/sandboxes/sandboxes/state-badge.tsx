import { sandboxStates } from '#shared/sandbox/states.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { didNotStart } from '#shared/sandbox/states.ts'
import { useOutdated } from './sandbox-store.ts'

export const stateKey = (state: string) =>
  `sandboxes.state.${sandboxStates.find((known) => known === state) ?? 'unknown'}` as const

/** A sandbox's state as a badge. */
export function StateBadge({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const outdated = useOutdated(sandbox.platform)
  if (outdated)
    return (
      <Badge tone="warning">
        {t(outdated === 'refused' ? 'app.state.unauthorised' : 'sandboxes.state.away')}
      </Badge>
    )
  if (didNotStart(sandbox)) return <Badge tone="bad">{t('sandboxes.state.notStarted')}</Badge>
  if (sandbox.paused) return <Badge tone="warning">{t('sandboxes.state.paused')}</Badge>
  const tone = sandbox.state === 'running' ? 'good' : sandbox.state === 'pending' ? 'accent' : 'neutral'
  return <Badge tone={tone}>{t(stateKey(sandbox.state))}</Badge>
}
