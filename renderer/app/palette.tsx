import { Command as Cmdk } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useMemo, useState } from 'react'
import { runCommand, useCommandStore, type Command } from './commands.ts'
import { afterOpening, useMakers } from './every-command.ts'
import { useText } from '../i18n/text.ts'
import { keysOf, showKeys } from './keys.ts'
import { answers } from './palette-rank.ts'
import { usePalette } from './palette-store.ts'
import styles from './palette.module.css'

function close(): void {
  usePalette.setState({ open: false })
}

/** The commands of the benches that were not opened yet; they are looked for, not listed. */
function useLater(wanted: boolean): {
  readonly later: readonly (Command & { readonly isLater: true })[]
  readonly whole: boolean
} {
  const t = useText()
  const commands = useCommandStore((state) => state.commands)
  const makers = useMakers(wanted)
  const later = useMemo(() => {
    if (!wanted) return []
    return (makers ?? []).flatMap(({ bench, make }) =>
      make(t)
        .filter(({ id, hidden, passing }) => !hidden && !passing && !commands.has(id))
        .map((command) => ({ ...afterOpening(bench, command), isLater: true as const })),
    )
  }, [commands, makers, t, wanted])
  return { later, whole: makers !== undefined }
}

/** Every command of every view, by name. */
export function Palette() {
  const t = useText()
  const open = usePalette((state) => state.open)
  const commands = useCommandStore((state) => state.commands)
  const [typed, setTyped] = useState('')
  const { later, whole } = useLater(open && typed !== '')
  const [pointed, setPointed] = useState({ to: '', among: '' })
  const groups = useMemo(() => answers([...commands.values(), ...later], typed), [commands, later, typed])
  // The best answer is pointed at, also when it comes a moment later than others, until the person points at another one.
  const among = `${whole} ${typed}`
  const best = groups.flatMap(([, members]) => members).find(({ disabled }) => !disabled)
  const selected = pointed.among === among ? pointed.to : (best?.id ?? '')
  const run = (command: Command): void => {
    setTyped('')
    close()
    // After the dialog gave the focus back, so that a command may move it.
    requestAnimationFrame(() => void (commands.has(command.id) ? runCommand(command.id) : command.run()))
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
            onValueChange={(to) => setPointed({ to, among })}
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
                      {command.disabled ? <span className={styles['reason']}>{command.disabled}</span> : null}
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
