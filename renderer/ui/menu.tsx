import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { createContext, use, useCallback, useRef, type ReactElement, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { useFocusBack, useLandmark } from './landmark.ts'
import styles from './menu.module.css'

export interface MenuEntry {
  readonly label: string
  readonly icon?: LucideIcon
  /** Equivalent shortcut, formatted for display. */
  readonly keys?: string | undefined
  /** Disabled with this reason. */
  readonly disabled?: string | undefined
  readonly danger?: boolean
  readonly checked?: boolean
  /** A heading above a group of entries instead of an entry. */
  readonly heading?: boolean
  /** Draws a separator above. */
  readonly apart?: boolean
  /** Opens a submenu instead of acting. */
  readonly entries?: readonly MenuEntry[]
  /** The menu stays open after the action. */
  readonly stays?: boolean
  /**
   * The action moves the focus: it runs after the menu has closed, and focus is not restored to the button.
   */
  readonly takesFocus?: boolean
  /** Icon before the label. */
  readonly mark?: ReactNode
  act?(): void
}

/** The entries, or a function that creates them when the menu opens. */
type Entries = readonly MenuEntry[] | (() => readonly MenuEntry[])

interface CommonProps {
  readonly entries: Entries
  readonly align?: 'start' | 'end'
}

/** A menu behind a named icon button, or behind a named button from the caller. */
type MenuProps = CommonProps &
  ({ readonly label: string; readonly icon: LucideIcon } | { readonly trigger: ReactElement })

/** Receives an action that must run after the menu has closed. */
const AfterClosing = createContext<(act: (() => void) | undefined) => void>(() => undefined)

/** A button with a menu; arrow keys, typeahead and Escape work as in native menus. */
export function Menu({ entries, align = 'end', ...button }: MenuProps) {
  const closing = useRef(false)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        {'trigger' in button ? (
          button.trigger
        ) : (
          <IconButton
            {...button}
            // Focus restored from the menu shows no tooltip: the next Escape would only close that.
            onFocus={(event) => {
              if (closing.current) event.preventDefault()
              closing.current = false
            }}
          />
        )}
      </DropdownMenu.Trigger>
      <Content
        align={align}
        entries={entries}
        onClosed={() => {
          closing.current = true
        }}
      />
    </DropdownMenu.Root>
  )
}

interface ContextMenuProps {
  readonly label: string
  /** Position in the nearest positioned ancestor; closed while undefined. */
  readonly at: { readonly x: number; readonly y: number } | undefined
  readonly entries: readonly MenuEntry[]
  onClose(): void
}

/** A menu at a point: the pointer, or the item selected by keyboard. Restores the focus when closed. */
export function ContextMenu({ label, at, entries, onClose }: ContextMenuProps) {
  const isOpen = at !== undefined
  const giveBack = useFocusBack(isOpen)
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={(open) => !open && onClose()} modal={false}>
      <DropdownMenu.Trigger asChild>
        <button
          type="button"
          tabIndex={-1}
          aria-label={label}
          className={styles['anchor']}
          style={{ left: at?.x, top: at?.y }}
        />
      </DropdownMenu.Trigger>
      <Content side="right" align="start" label={label} entries={entries} onClosed={giveBack} />
    </DropdownMenu.Root>
  )
}

interface ContentProps {
  readonly align: 'start' | 'end'
  /** Beside a point a menu has the whole height of the window. */
  readonly side?: 'right'
  /** Accessible name, if the trigger gives none. */
  readonly label?: string
  readonly entries: Entries
  onClosed?(event: Event): void
}

/** The open menu, in a portal at the end of the main landmark or of the surrounding dialog. */
function Content({ align, side, label, entries, onClosed }: ContentProps) {
  const place = useLandmark()
  const waiting = useRef<(() => void) | undefined>(undefined)
  const wait = useCallback((act: (() => void) | undefined): void => {
    waiting.current = act
  }, [])
  return (
    <DropdownMenu.Portal container={place}>
      <DropdownMenu.Content
        className={styles['menu']}
        sideOffset={4}
        side={side}
        align={align}
        collisionPadding={8}
        aria-label={label}
        onCloseAutoFocus={(event) => {
          const act = waiting.current
          waiting.current = undefined
          if (!act) return onClosed?.(event)
          event.preventDefault()
          act()
        }}
      >
        <AfterClosing value={wait}>
          <EntryList entries={entries} />
        </AfterClosing>
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  )
}

function EntryList({ entries }: { readonly entries: Entries }) {
  const list = typeof entries === 'function' ? entries() : entries
  // Labels may repeat; the index makes the key unique.
  return list.map((entry, place) => <Entry key={`${place} ${entry.label}`} entry={entry} />)
}

function Words({ entry: { icon: Icon, mark, label, keys, disabled } }: { readonly entry: MenuEntry }) {
  return (
    <>
      {Icon ? <Icon size={15} strokeWidth={1.75} aria-hidden /> : mark}
      <span className={styles['label']}>{label}</span>
      {keys ? <kbd>{keys}</kbd> : null}
      {disabled ? <small>{disabled}</small> : null}
    </>
  )
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  const place = useLandmark()
  const afterClosing = use(AfterClosing)
  const common = {
    className: styles['entry'],
    disabled: entry.disabled !== undefined,
    title: entry.disabled,
  }
  const acting = {
    ...common,
    'data-danger': entry.danger || undefined,
    onSelect: (event: Event) => {
      if (entry.stays) event.preventDefault()
      if (entry.takesFocus) afterClosing(entry.act)
      else entry.act?.()
    },
  }
  return (
    <>
      {entry.apart ? <DropdownMenu.Separator className={styles['line']} /> : null}
      {entry.heading ? (
        <DropdownMenu.Label className={styles['heading']}>{entry.label}</DropdownMenu.Label>
      ) : entry.entries ? (
        <DropdownMenu.Sub>
          <DropdownMenu.SubTrigger {...common}>
            <Words entry={entry} />
            <span aria-hidden>›</span>
          </DropdownMenu.SubTrigger>
          <DropdownMenu.Portal container={place}>
            <DropdownMenu.SubContent className={styles['menu']} collisionPadding={8}>
              <EntryList entries={entry.entries} />
            </DropdownMenu.SubContent>
          </DropdownMenu.Portal>
        </DropdownMenu.Sub>
      ) : entry.checked === undefined ? (
        <DropdownMenu.Item {...acting}>
          <Words entry={entry} />
        </DropdownMenu.Item>
      ) : (
        <DropdownMenu.CheckboxItem {...acting} checked={entry.checked}>
          <Words entry={entry} />
          <DropdownMenu.ItemIndicator className={styles['tick']}>✓</DropdownMenu.ItemIndicator>
        </DropdownMenu.CheckboxItem>
      )}
    </>
  )
}
