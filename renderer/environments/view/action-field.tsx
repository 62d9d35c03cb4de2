import { SendHorizontal } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { boxedBy } from '../parts/action-text.ts'
import styles from '../parts/play-pane.module.css'
import { Stack } from '../../ui/stack.tsx'
import type { Draft } from './use-draft.ts'

interface ActionFieldProps {
  readonly draft: Draft
  readonly autoBox: boolean
  /** Why nothing can be sent now. */
  readonly reason: string | undefined
  readonly readOnly: boolean
  readonly placeholder: string
}

/** The action as text of any length: Enter sends it, ↑ on its first line brings back what was sent before. */
export function ActionField({ draft, autoBox, reason, readOnly, placeholder }: ActionFieldProps) {
  const t = useText()
  const send = (): void => void draft.send(boxedBy(autoBox, draft.text))
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const onFirstLine = !value.slice(0, selectionStart).includes('\n')
    const onLastLine = !value.slice(selectionEnd).includes('\n')
    if (event.key === 'Enter' && !event.shiftKey) send()
    else if (event.key === 'ArrowUp' && onFirstLine && draft.hasOlder) draft.recall(1)
    else if (event.key === 'ArrowDown' && onLastLine && draft.hasNewer) draft.recall(-1)
    else return
    event.preventDefault()
  }
  return (
    <Stack row align="stretch" gap={1.5} className={styles['field']}>
      <textarea
        id="gem-action"
        aria-label={t('environments.action')}
        aria-describedby="gem-action-warning"
        placeholder={placeholder}
        spellCheck={false}
        rows={Math.min(8, Math.max(2, draft.text.split('\n').length))}
        value={draft.text}
        readOnly={readOnly}
        onChange={(event) => draft.write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        tone="primary"
        reason={reason ?? (draft.text === '' ? t('environments.action.empty') : undefined)}
        onClick={send}
      >
        <SendHorizontal size={14} aria-hidden />
        {t('environments.action.send')}
      </Button>
    </Stack>
  )
}
