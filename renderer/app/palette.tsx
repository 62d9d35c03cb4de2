import { Command as Cmdk } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useMemo, useState } from 'react'
import { useCommandList, type Command } from './commands.ts'
import { useText } from '../i18n/text.ts'
import { keysOf, showKeys } from './keys.ts'
import { answers } from './palette-rank.ts'
import { usePalette } from './palette-store.ts'
import styles from './palette.module.css'
import { runCommand } from './run-command.ts'
import { Text } from '../ui/text.tsx'

function close(): void {
  usePalette.setState({ open: false })
}

/** Every command of every view, by name. */
export function Palette() {
  const t = useText()
  const open = usePalette((state) => state.open)
  const commands = useCommandList()
  const [typed, setTyped] = useState('')
  const [pointed, setPointed] = useState({ to: '', typed: '' })
  const groups = useMemo(() => {
    if (!open) return []
    // Those of benches that were not opened yet are looked for, not listed.
    return answers(typed === '' ? commands.filter(({ dormant }) => !dormant) : commands, typed)
  }, [commands, open, typed])
  // The best answer is pointed at until the person points at another one.
  const best = groups.flatMap(([, members]) => members).find(({ disabled }) => !disabled)
  const selected = pointed.typed === typed ? pointed.to : (best?.id ?? '')
  const run = (command: Command): void => {
    setTyped('')
    close()
    // After the dialog gave the focus back, so that a command may move it.
    requestAnimationFrame(() => void runCommand(command.id))
  }
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        setTyped('')
        usePalette.setState({ open: next })
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className={styles['overlay']} />
        <Dialog.Content className={styles['palette']} aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">{t('app.palette.open')}</Dialog.Title>
          <Cmdk
            label={t('app.palette.open')}
            shouldFilter={false}
            loop
            value={selected}
            onValueChange={(to) => setPointed({ to, typed })}
          >
            <Cmdk.Input
              className={styles['input']}
              placeholder={t('app.palette.placeholder')}
              value={typed}
              onValueChange={setTyped}
              // A dialog that is opened to be typed into takes the focus.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
            />
            <Cmdk.List className={styles['list']}>
              <Cmdk.Empty className={styles['empty']}>{t('app.palette.empty')}</Cmdk.Empty>
              {groups.map(([group, members]) => (
                <Cmdk.Group key={group} heading={group} className={styles['group']}>
                  {members.map((command) => (
                    <Cmdk.Item
                      key={command.id}
                      value={command.id}
                      disabled={Boolean(command.disabled)}
                      onSelect={() => run(command)}
                      className={styles['item']}
                    >
                      <span>{command.title}</span>
                      {command.disabled ? (
                        <Text tone="faint" small>
                          {command.disabled}
                        </Text>
                      ) : null}
                      {keysOf(command) ? <kbd>{showKeys(keysOf(command) ?? '')}</kbd> : null}
                    </Cmdk.Item>
                  ))}
                </Cmdk.Group>
              ))}
            </Cmdk.List>
          </Cmdk>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
