import { X } from 'lucide-react'
import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './icon-button.tsx'
import styles from './notice.module.css'

interface NoticeProps extends HTMLAttributes<HTMLElement> {
  readonly tone?: 'info' | 'good' | 'warning' | 'bad'
  /** Buttons behind the words. */
  readonly action?: ReactNode
  /** Puts it away, with a button that says so. */
  readonly dismiss?: { readonly label?: string; act(): void }
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/** What a view has to say about what it shows: a fault, a warning, a remark. Give it a role where it comes by itself. */
export function Notice({ tone = 'info', action, dismiss, className = '', children, ...props }: NoticeProps) {
  const t = useText()
  return (
    <div {...props} className={`${styles['notice']} ${className}`} data-tone={tone}>
      <div className={styles['words']}>{children}</div>
      {action}
      {dismiss ? (
        <IconButton label={dismiss.label ?? t('ui.dismiss')} icon={X} onClick={() => dismiss.act()} />
      ) : null}
    </div>
  )
}
