import type { Failure } from '#shared/workbench/failure.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import { HelpLink } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stack } from '../../ui/stack.tsx'
import { openEnvironment } from '../session/play.ts'

/** Whether the platform has no environment of that name: no reset can help. */
export const isUnknownEnvironment = (failure: Failure | undefined): failure is Failure =>
  failure?.code === 'GEM_NO_ENVIRONMENT'

/** Ids of similar environments, as the platform suggests them. */
export function similarTo({ said }: Failure): readonly string[] {
  const near = said?.values['near']
  return typeof near === 'string' ? near.split(', ') : []
}

interface UnknownEnvironmentProps {
  readonly tab: EnvironmentTab
  readonly failure: Failure
}

/** In the place of an episode of an environment that is not there: those of a similar name. */
export function UnknownEnvironment({ tab, failure }: UnknownEnvironmentProps) {
  const t = useText()
  const similar = similarTo(failure)
  return (
    <Stack grow role="alert">
      <EmptyState
        reason="failed"
        title={t('environments.unknown', { id: tab.envId })}
        hint={
          similar.length > 0 ? (
            t('environments.unknown.similar')
          ) : (
            <>
              {t('environments.unknown.hint')} <HelpLink code={failure.code} />
            </>
          )
        }
        action={
          <Stack row wrap gap={2} justify="center">
            {similar.map((id) => (
              <Button key={id} onClick={() => void openEnvironment(tab.platform, id)}>
                {id}
              </Button>
            ))}
          </Stack>
        }
      />
    </Stack>
  )
}
