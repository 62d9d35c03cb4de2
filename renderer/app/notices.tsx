import { IconButton } from '../ui/icon-button.tsx'
import { Stack } from '../ui/stack.tsx'
import { X } from 'lucide-react'
import type { Notice } from '#shared/workbench/areas/host.ts'
import { inOurWords, useText } from '../i18n/text.ts'
import styles from './notices.module.css'
import { dismissNotice, useWorkbench } from './workbench.ts'

/** The reason stands inside a sentence, so its own full stop goes. */
function paramsOf({ params, because }: Notice): Notice['params'] {
  const { reason } = params
  if (typeof reason !== 'string') return params
  const { message } =
    because === undefined ? { message: reason } : inOurWords({ message: reason, said: because })
  return { ...params, reason: message.replace(/[.。]$/, '') }
}

/** What the person should know and must put away themselves. */
export function Notices() {
  const t = useText()
  const notices = useWorkbench((state) => state.notices)
  return (
    <div role="status" className={styles['notices']}>
      {notices.map((notice) => (
        <Stack
          key={notice.id}
          row
          gap={2}
          line="bottom"
          className={styles['notice']}
          data-level={notice.level}
        >
          <span>{t(`app.notice.${notice.code}`, paramsOf(notice))}</span>
          <span className={styles['hint']}>{t(`app.notice.${notice.code}.hint`, paramsOf(notice))}</span>
          <IconButton
            label={t('app.notice.dismiss')}
            icon={X}
            onClick={() => void dismissNotice(notice.id)}
          />
        </Stack>
      ))}
    </div>
  )
}
