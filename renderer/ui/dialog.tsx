import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { use, useMemo, useRef, useState, type ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './icon-button.tsx'
import { DialogContext, FrontContext } from './landmark.ts'
import styles from './dialog.module.css'

interface DialogProps {
  readonly open: boolean
  onOpenChange(open: boolean): void
  readonly title: string
  readonly description?: string
  readonly width?: number
  readonly children: ReactNode
}

/**
 * A modal dialog: focus is kept inside, Escape closes it, focus returns to where it was. While another bench is in front it waits
 * with its own, else it would lie over that one.
 */
export function Dialog({ open, onOpenChange, title, description, width = 480, children }: DialogProps) {
  const t = useText()
  const front = use(FrontContext)
  const before = useRef<Element | null>(null)
  const [menus, setMenus] = useState<HTMLElement | null>(null)
  const [tips, setTips] = useState<HTMLElement | null>(null)
  const places = useMemo(() => ({ menus, tips }), [menus, tips])
  return (
    <Radix.Root open={open && front} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles['overlay']} />
        <Radix.Content
          ref={setMenus}
          className={styles['dialog']}
          style={{ width: `min(${width}px, calc(100vw - 32px))` }}
          // The close button comes first; focusing it would show its tooltip, and Escape would only close that.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            before.current = document.activeElement
            ;(event.currentTarget as HTMLElement | null)?.focus()
          }}
          // Radix gives the focus back to a trigger only, and these dialogs are opened from everywhere.
          onCloseAutoFocus={(event) => {
            const { current } = before
            if (!(current instanceof HTMLElement) || !current.isConnected) return
            event.preventDefault()
            current.focus()
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <DialogContext value={places}>
            <div className={styles['body']}>
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
            </div>
          </DialogContext>
        </Radix.Content>
        <div ref={setTips} />
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The row of buttons at the foot of a dialog; the main one last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <footer className={styles['actions']}>{children}</footer>
}
