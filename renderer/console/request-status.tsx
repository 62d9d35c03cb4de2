import type { ReactNode } from 'react'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/use-now.ts'
import { FailureText } from '../app/failure-text.tsx'
import { useText } from '../i18n/text.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Stack } from '../ui/stack.tsx'
import styles from './parts/console.module.css'
import { type Answer, AnswerStatus, ResultView } from './result-view.tsx'
import type { RequestState } from './use-request.ts'

const KNOWN = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const
const isKnown = (status: string): status is (typeof KNOWN)[number] => KNOWN.some((one) => one === status)

function Running({ state, cancel }: { readonly state: RequestState; cancel(): void }) {
  const t = useText()
  const now = useNow(100)
  const { runningSince = now, progress } = state
  const task = progress?.task
  return (
    <Stack row gap={2} className={styles['running']} role="status">
      <progress
        value={progress?.progress}
        max={progress?.total ?? undefined}
        aria-label={t('console.running')}
      />
      {task ? <Badge>{isKnown(task.status) ? t(`console.task.${task.status}`) : task.status}</Badge> : null}
      {progress?.attempt ? <Badge>{t('console.attempt', { attempt: progress.attempt })}</Badge> : null}
      <span>
        {task?.message ?? progress?.message}{' '}
        {t('console.elapsed', { seconds: ((now - runningSince) / 1000).toFixed(1) })}
      </span>
      <Button onClick={cancel}>{t('ui.cancel')}</Button>
    </Stack>
  )
}

interface RequestStatusProps {
  readonly state: RequestState
  cancel(): void
  /** Custom rendering of the answer. */
  show?(answer: Answer): ReactNode
}

/** State of a request: progress, failure, or answer. */
export function RequestStatus({ state, cancel, show }: RequestStatusProps) {
  const { answer, failure, runningSince } = state
  if (runningSince !== undefined) return <Running state={state} cancel={cancel} />
  // A cancel requested by the user is not an error.
  if (failure?.code === 'CANCELLED') return <p role="status">{failure.message}</p>
  if (failure) {
    return (
      <Notice tone="bad" role="alert">
        <strong>{failure.code}</strong> <FailureText failure={failure} />
      </Notice>
    )
  }
  if (!answer) return null
  return (
    <Stack gap={2}>
      <AnswerStatus answer={answer} />
      {show ? show(answer) : <ResultView answer={answer} />}
    </Stack>
  )
}
