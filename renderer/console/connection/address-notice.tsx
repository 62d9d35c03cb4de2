import { useEffect, useState } from 'react'
import { localizeFailure, useText } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The address that a pasted text consists of, if it does. */
export function plainAddress(text: string): string | undefined {
  const line = text.trim()
  return /^https?:\/\/\S+$/i.test(line) && URL.canParse(line) ? line : undefined
}

/** Pause in milliseconds after the last change of the address, so that none is asked that is still being typed. */
const PAUSE_MS = 600

interface AddressNoticeProps {
  readonly url: string | undefined
  /** Called with the sentence if it is a sandbox platform that answers, otherwise with nothing. */
  onAnswer(platform: string | undefined): void
  onPlatform(url: string): void
}

/** What answers at a pasted address: an MCP server, a sandbox platform, or neither. */
export function AddressNotice({ url, onAnswer, onPlatform }: AddressNoticeProps) {
  const t = useText()
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof ask>>>()
  useEffect(() => {
    const take = (found: typeof answer): void => {
      setAnswer(found)
      onAnswer(found?.service === 'platform' ? localizeFailure(found).message : undefined)
    }
    take(undefined)
    if (url === undefined) return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => {
      ask(url, abort.signal).then(take, () => undefined)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [url, onAnswer])
  if (answer === undefined || url === undefined) return null
  const { message, hint } = localizeFailure(answer)
  const { service } = answer
  return (
    <Notice
      tone={service === 'model' ? 'good' : 'warning'}
      role="status"
      action={
        service === 'platform' ? (
          <Button tone="primary" onClick={() => onPlatform(url)}>
            {t('console.import.asPlatform')}
          </Button>
        ) : undefined
      }
    >
      {message} {hint}
    </Notice>
  )
}

const ask = (url: string, signal: AbortSignal) =>
  workbench.call('connections.whatAnswers', { url }, { signal })
