import { runCommand } from '../../app/run-command.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { standInOf, translateSentence } from './platform-sentences.ts'
import { openDialog } from './sandbox-actions.ts'

interface PlatformNoticeProps {
  /** As the platform writes it. */
  readonly notice: string
  /** Why sandboxes of this platform cannot be changed, if so. */
  readonly noChange: string | undefined
  dismiss(): void
}

/** A platform's notice about a sandbox; that it has another image than the requested one is a warning. */
export function PlatformNotice({ notice, noChange, dismiss }: PlatformNoticeProps) {
  const t = useText()
  const standIn = standInOf(t, notice)
  if (!standIn)
    return (
      <Notice role="note" dismiss={{ act: dismiss }}>
        {translateSentence(t, notice)}
      </Notice>
    )
  return (
    <Notice
      tone="warning"
      role="status"
      dismiss={{ act: dismiss }}
      action={
        <>
          <Button onClick={() => void runCommand('sandboxes.start')}>
            {t('sandboxes.notice.standInOther')}
          </Button>
          <Button reason={noChange} onClick={() => openDialog('delete')}>
            {t('sandboxes.notice.standInDelete')}
          </Button>
        </>
      }
    >
      {standIn.sentence}
      {standIn.reason === undefined ? null : (
        <details>
          <summary>{t('sandboxes.notice.standInReason')}</summary>
          {standIn.reason}
        </details>
      )}
    </Notice>
  )
}
