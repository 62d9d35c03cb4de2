import { MoreHorizontal } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useCommandList } from '../../app/commands.ts'
import { keysOf, showKeys } from '../../app/keys.ts'
import { runCommand } from '../../app/run-command.ts'
import { useText } from '../../i18n/text.ts'
import buttonStyles from '../../ui/button.module.css'
import { MenuPortal } from '../../ui/menu-portal.tsx'
import styles from './menu.module.css'

/** Every command of the explorer that has no button of its own. */
export function MoreMenu() {
  const t = useText()
  const commands = useCommandList().filter(({ bench, hidden }) => bench === 'explorer' && !hidden)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button
          type="button"
          className={`${buttonStyles['button']} ${buttonStyles['icon']}`}
          data-tone="quiet"
          aria-label={t('explorer.more')}
          title={t('explorer.more')}
        >
          <MoreHorizontal size={15} aria-hidden />
        </button>
      </DropdownMenu.Trigger>
      <MenuPortal>
        <DropdownMenu.Content className={styles['menu']} align="end" sideOffset={4}>
          {commands.map((command) => {
            const keys = keysOf(command)
            return (
              <DropdownMenu.Item
                key={command.id}
                className={styles['item']}
                disabled={command.disabled !== undefined}
                onSelect={() => void runCommand(command.id)}
              >
                {command.title}
                {keys ? <kbd>{showKeys(keys)}</kbd> : null}
              </DropdownMenu.Item>
            )
          })}
        </DropdownMenu.Content>
      </MenuPortal>
    </DropdownMenu.Root>
  )
}
