import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { use, useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './icon-button.tsx'
import { DialogContext, FrontContext, useFocusBack } from './landmark.ts'
import styles from './dialog.module.css'

interface SheetProps {
  readonly open: boolean
  onOpenChange(open: boolean): void
  readonly title: string
  readonly description?: string
  readonly children: ReactNode
}

interface DialogProps extends SheetProps {
  /** In px. */
  readonly width?: number
}

interface DrawerProps extends SheetProps {
  readonly side?: 'left' | 'right'
}

/** Text fields; a dialog that asks for input focuses the first one. */
const FIELD = 'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select'
/** The chosen option of a segment, which begins a dialog without fields. */
const CHOSEN = '[role="radio"][aria-checked="true"]'

/** A modal dialog, centred in the page. */
export function Dialog({ width = 480, ...props }: DialogProps) {
  return <Sheet {...props} place="middle" style={{ width: `min(${width}px, calc(100vw - 32px))` }} />
}

/** A side column as an overlay, for narrow pages; closes on Escape or a press outside. */
export function Drawer({ side = 'left', ...props }: DrawerProps) {
  return <Sheet {...props} place={side} />
}

/**
 * Base of dialog and drawer: focuses the first field or choice, traps the focus and restores it; Escape
 * closes. Hidden while another bench is active, so that it does not cover that one.
 */
function Sheet({
  open,
  onOpenChange,
  title,
  description,
  place,
  style,
  children,
}: SheetProps & { readonly place: 'middle' | 'left' | 'right'; readonly style?: CSSProperties }) {
  const t = useText()
  const front = use(FrontContext)
  const isOpen = open && front
  const giveBack = useFocusBack(isOpen)
  const [menus, setMenus] = useState<HTMLElement | null>(null)
  const [tips, setTips] = useState<HTMLElement | null>(null)
  const places = useMemo(() => ({ menus, tips }), [menus, tips])
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles['overlay']} />
        <Radix.Content
          ref={setMenus}
          className={styles['dialog']}
          data-place={place}
          style={style}
          // Radix would focus the close button, which would show its tooltip, and the first Escape would
          // close only that.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            const content = event.currentTarget as HTMLElement
            if (content.contains(document.activeElement)) return
            const first =
              content.querySelector<HTMLElement>(FIELD) ?? content.querySelector<HTMLElement>(CHOSEN)
            ;(first ?? content).focus()
          }}
          onCloseAutoFocus={giveBack}
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

/** The buttons at the foot of a dialog; the main one last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <footer className={styles['actions']}>{children}</footer>
}
