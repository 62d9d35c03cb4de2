import { useEffect, useState } from 'react'
import { MAX_RETRIES } from '#shared/workbench/areas/console.ts'
import { useText } from '../../i18n/text.ts'
import { Input } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

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

export function WaitingFields({
  waiting,
  setWaiting,
}: Pick<ReturnType<typeof useWaiting>, 'waiting' | 'setWaiting'>) {
  const t = useText()
  return (
    <>
      <Stack as="label" row gap={1.5}>
        <Text small tone="quiet">
          {t('console.tool.timeLimit')}
        </Text>
        <Input
          type="number"
          min={0}
          max={MAX_SECONDS}
          step="any"
          placeholder={t('console.tool.noTimeLimit')}
          style={{ width: 84 }}
          value={waiting.seconds}
          onChange={(event) => setWaiting({ ...waiting, seconds: event.target.value })}
        />
      </Stack>
      <Stack as="label" row gap={1.5} title={t('console.tool.retriesHint')}>
        <Text small tone="quiet">
          {t('console.tool.retries')}
        </Text>
        <Input
          type="number"
          min={0}
          max={MAX_RETRIES}
          placeholder="0"
          style={{ width: 56 }}
          value={waiting.retries}
          onChange={(event) => setWaiting({ ...waiting, retries: event.target.value })}
        />
      </Stack>
    </>
  )
}
