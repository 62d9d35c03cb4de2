import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './menu.module.css'

export interface MenuEntry {
  readonly label: string
  /** Greyed with this reason. */
  readonly disabled?: string | undefined
  readonly danger?: boolean
  readonly checked?: boolean
  /** Draws a line above. */
  readonly apart?: boolean
  act(): void
}

interface MenuProps {
  readonly label: string
  readonly icon: LucideIcon
  readonly entries: readonly MenuEntry[]
}

/** A button that opens a menu; arrow keys, typing and Escape work as in the system's. */
export function Menu({ label, icon, entries }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton label={label} icon={icon} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles['menu']} sideOffset={4} align="end" collisionPadding={8}>
          {entries.map((entry) => (
            <Entry key={entry.label} entry={entry} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  const common = {
    className: styles['entry'],
    disabled: entry.disabled !== undefined,
    title: entry.disabled,
    'data-danger': entry.danger || undefined,
    onSelect: () => entry.act(),
  }
  return (
    <>
      {entry.apart ? <DropdownMenu.Separator className={styles['line']} /> : null}
      {entry.checked === undefined ? (
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
