import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useText } from '../app/i18n/text.ts'
import { IconButton } from './icon-button.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  readonly open: boolean
  onOpenChange(open: boolean): void
  readonly title: string
  readonly description?: string
  readonly width?: number
  readonly children: ReactNode
}

/** A modal dialog: focus is kept inside, Escape closes it, focus returns to where it was. */
export function Dialog({ open, onOpenChange, title, description, width = 480, children }: DialogProps) {
  const t = useText()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles['overlay']} />
        <Radix.Content
          className={styles['dialog']}
          style={{ width: `min(${width}px, calc(100vw - 32px))` }}
          // The close button comes first; focusing it would show its tooltip, and Escape would only close that.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            ;(event.currentTarget as HTMLElement | null)?.focus()
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className={styles['header']}>
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={t('ui.close')} icon={X} />
            </Radix.Close>
          </header>
          {description ? (
            <Radix.Description className={styles['description']}>{description}</Radix.Description>
          ) : null}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The row of buttons at the foot of a dialog; the main one last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <footer className={styles['actions']}>{children}</footer>
}
