import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { MenuPortal } from '../../ui/menu-portal.tsx'
import styles from './menu.module.css'

export interface MenuEntry {
  readonly label: string
  /** Greyed with this reason. */
  readonly disabled?: string | undefined
  readonly danger?: boolean
  readonly checked?: boolean
  /** Draws a line above. */
  readonly apart?: boolean
  /** Opens a menu of its own instead of acting. */
  readonly entries?: readonly MenuEntry[]
  act?(): void
}

interface MenuProps {
  readonly label: string
  readonly icon: LucideIcon
  readonly entries: readonly MenuEntry[]
}

/** A button that opens a menu; arrow keys, typing and Escape work as in the system's. */
export function Menu({ label, icon, entries }: MenuProps) {
  const closing = useRef(false)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton
          label={label}
          icon={icon}
          // The focus that comes back from the menu shows no tooltip: the next Escape would only close that.
          onFocus={(event) => {
            if (closing.current) event.preventDefault()
            closing.current = false
          }}
        />
      </DropdownMenu.Trigger>
      <MenuPortal>
        <DropdownMenu.Content
          className={styles['menu']}
          sideOffset={4}
          align="end"
          collisionPadding={8}
          onCloseAutoFocus={() => {
            closing.current = true
          }}
        >
          <Entries entries={entries} />
        </DropdownMenu.Content>
      </MenuPortal>
    </DropdownMenu.Root>
  )
}

function Entries({ entries }: { readonly entries: readonly MenuEntry[] }) {
  // Two entries may read the same; their places tell them apart.
  return entries.map((entry, place) => <Entry key={`${place} ${entry.label}`} entry={entry} />)
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  const common = {
    className: styles['entry'],
    disabled: entry.disabled !== undefined,
    title: entry.disabled,
    'data-danger': entry.danger || undefined,
    onSelect: () => entry.act?.(),
  }
  return (
    <>
      {entry.apart ? <DropdownMenu.Separator className={styles['line']} /> : null}
      {entry.entries ? (
        <DropdownMenu.Sub>
          <DropdownMenu.SubTrigger
            className={styles['entry']}
            disabled={common.disabled}
            title={common.title}
          >
            {entry.label}
            <span aria-hidden>›</span>
          </DropdownMenu.SubTrigger>
          <MenuPortal>
            <DropdownMenu.SubContent className={styles['menu']} collisionPadding={8}>
              <Entries entries={entry.entries} />
            </DropdownMenu.SubContent>
          </MenuPortal>
        </DropdownMenu.Sub>
      ) : entry.checked === undefined ? (
        <DropdownMenu.Item {...common}>
          {entry.label}
          {entry.disabled ? <small>{entry.disabled}</small> : null}
        </DropdownMenu.Item>
      ) : (
        <DropdownMenu.CheckboxItem {...common} checked={entry.checked}>
          {entry.label}
          <DropdownMenu.ItemIndicator className={styles['tick']}>✓</DropdownMenu.ItemIndicator>
        </DropdownMenu.CheckboxItem>
      )}
    </>
  )
}
