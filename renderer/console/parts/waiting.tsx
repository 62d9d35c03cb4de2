import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MAX_RETRIES } from '#shared/workbench/areas/console.ts'
import { useText } from '../../i18n/text.ts'
import { Field, Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Stack } from '../../ui/stack.tsx'

const MAX_SECONDS = 86_400

/** Timeout and retries as typed. */
interface Waiting {
  readonly seconds: string
  readonly retries: string
}

/** By connection and tool, so that the input is still there on return. */
const typed = new Map<string, Waiting>()

export function useWaiting(place: string) {
  const [waiting, setWaiting] = useState(() => typed.get(place) ?? { seconds: '', retries: '' })
  useEffect(() => void typed.set(place, waiting), [place, waiting])
  const seconds = Number(waiting.seconds)
  const retries = Math.floor(Math.min(Math.max(Number(waiting.retries), 0), MAX_RETRIES))
  return {
    waiting,
    setWaiting,
    how: {
      timeoutMs: seconds > 0 ? Math.ceil(Math.min(seconds, MAX_SECONDS) * 1000) : undefined,
      retries: retries || undefined,
    },
  }
}

/** Time limit and retries of a call, behind a button that is pressed while they are set. */
export function WaitingFields({
  waiting,
  setWaiting,
}: Pick<ReturnType<typeof useWaiting>, 'waiting' | 'setWaiting'>) {
  const t = useText()
  const label = t('console.tool.waiting')
  return (
    <Popover
      label={label}
      side="top"
      trigger={
        <IconButton
          label={label}
          icon={Timer}
          aria-pressed={waiting.seconds !== '' || waiting.retries !== ''}
        />
      }
    >
      <Stack gap={3}>
        <Field label={t('console.tool.timeLimit')}>
          <Input
            type="number"
            min={0}
            max={MAX_SECONDS}
            step="any"
            placeholder={t('console.tool.noTimeLimit')}
            value={waiting.seconds}
            onChange={(event) => setWaiting({ ...waiting, seconds: event.target.value })}
          />
        </Field>
        <Field label={t('console.tool.retries')} hint={t('console.tool.retriesHint')}>
          <Input
            type="number"
            min={0}
            max={MAX_RETRIES}
            placeholder="0"
            value={waiting.retries}
            onChange={(event) => setWaiting({ ...waiting, retries: event.target.value })}
          />
        </Field>
      </Stack>
    </Popover>
  )
}
