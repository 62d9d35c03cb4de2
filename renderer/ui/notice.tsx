import { X } from 'lucide-react'
import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './icon-button.tsx'
import styles from './notice.module.css'

interface NoticeProps extends HTMLAttributes<HTMLElement> {
  readonly tone?: 'info' | 'good' | 'warning' | 'bad'
  /** Buttons after the text. */
  readonly action?: ReactNode
  /** Shows a dismiss button. */
  readonly dismiss?: { readonly label?: string; act(): void }
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/**
 * A message about the view: an error, a warning, a remark. Give it a role if it appears without user action.
 */
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
