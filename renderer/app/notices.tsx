import type { Notice } from '#shared/workbench/areas/host.ts'
import { inOurWords, useText } from '../i18n/text.ts'
import { Notice as NoticeBar } from '../ui/notice.tsx'
import { Text } from '../ui/text.tsx'
import { dismissNotice, useWorkbench } from './workbench.ts'

const TONES = { error: 'bad', warning: 'warning', info: 'info' } as const

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
    <div role="status">
      {notices.map((notice) => (
        <NoticeBar
          key={notice.id}
          tone={TONES[notice.level]}
          dismiss={{ act: () => void dismissNotice(notice.id) }}
        >
          {t(`app.notice.${notice.code}`, paramsOf(notice))}{' '}
          <Text tone="quiet">{t(`app.notice.${notice.code}.hint`, paramsOf(notice))}</Text>
        </NoticeBar>
      ))}
    </div>
  )
}
