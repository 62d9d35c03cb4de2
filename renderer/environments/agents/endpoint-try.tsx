import { useEffect, useState } from 'react'
import type { ModelEndpoint } from '#shared/environments/agent.ts'
import type { ModelCall } from '#shared/environments/model-call.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { workbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { formatLatency } from '../parts/format.ts'
import { ModelUsage } from '../parts/model-usage.tsx'
import { useSeconds } from '../parts/use-seconds.ts'

interface EndpointTryProps {
  /** Undefined while the form is incomplete. */
  readonly endpoint: ModelEndpoint | undefined
  /** A key not stored yet, or empty. */
  readonly given: string
}

/** Tests the endpoint with a short request and shows the result; reset when the form changes. */
export function EndpointTry({ endpoint, given }: EndpointTryProps) {
  const t = useText()
  const [asking, setAsking] = useState<{ readonly since: number; readonly controller: AbortController }>()
  const [answer, setAnswer] = useState<ModelCall>()
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => () => asking?.controller.abort(), [asking])
  const ask = async (): Promise<void> => {
    if (!endpoint) return
    const controller = new AbortController()
    setAnswer(undefined)
    setFailure(undefined)
    setAsking({ since: Date.now(), controller })
    await workbench
      .call('environments.tryEndpoint', { endpoint, key: given || undefined }, { signal: controller.signal })
      .then(setAnswer, (error: unknown) => setFailure(toFailure(error)))
    setAsking(undefined)
  }
  const reason = asking ? t('ui.wait') : endpoint ? undefined : t('ui.need')
  return (
    <>
      <Stack row gap={2}>
        <Button reason={reason} onClick={() => void ask()}>
          {t('environments.endpoint.try')}
        </Button>
        {asking ? <Asking since={asking.since} /> : null}
      </Stack>
      {answer ? (
        <Notice tone="good" role="status">
          {t('environments.endpoint.answered', {
            answer: (answer.action ?? answer.reply).trim().slice(0, 100),
            time: formatLatency(answer.milliseconds),
          })}{' '}
          <ModelUsage call={answer} />
        </Notice>
      ) : null}
      <FailureNotice failure={failure} />
    </>
  )
}

function Asking({ since }: { readonly since: number }) {
  const t = useText()
  return <span role="status">{t('environments.endpoint.trying', { seconds: useSeconds(since) })}</span>
}
