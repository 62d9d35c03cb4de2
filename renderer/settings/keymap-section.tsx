import { RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Text } from '../ui/text.tsx'
import { useCommandList, type Command } from '../app/commands.ts'
import { FOR_DEVELOPERS } from '../app/palette-rank.ts'
import { useText } from '../i18n/text.ts'
import { holdsMeaning } from '../app/palette-words.ts'
import { chordOf, showKeys } from '../app/keys.ts'
import { KEYMAP, keymapOf, setSetting, useSettings } from '../app/settings-store.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Stack } from '../ui/stack.tsx'
import styles from './settings.module.css'

/** Modifier keys. */
const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta'])

interface KeyBinding {
  readonly command: Command
  readonly keys: string
  readonly conflicts: readonly string[]
}

/**
 * Whether two commands' keys can conflict: keys of a bench are inactive in others, those of the page are
 * global.
 */
const meet = (one: Command, other: Command): boolean =>
  one.bench === undefined || other.bench === undefined || one.bench === other.bench

/** Every command with its effective keys and the titles of conflicting commands. */
function bindings(commands: Iterable<Command>, keymap: Readonly<Record<string, string>>): KeyBinding[] {
  const all = [...commands].map((command) => ({ command, keys: keymap[command.id] ?? command.keys ?? '' }))
  return all.map(({ command, keys }) => ({
    command,
    keys,
    conflicts:
      keys === ''
        ? []
        : all
            .filter(
              (other) =>
                other.keys === keys && other.command.id !== command.id && meet(other.command, command),
            )
            .map((other) => other.command.title),
  }))
}

/** Element id of a command's key field. */
export const keysFieldOf = (command: string): string => `keys-of-${command}`

function KeyInput({ command, keys }: { readonly command: Command; readonly keys: string }) {
  const t = useText()
  const [listening, setListening] = useState(false)
  const keymap = useSettings((state) => state.values[KEYMAP])
  const bind = (chord: string): void =>
    void setSetting(KEYMAP, { ...keymapOf({ [KEYMAP]: keymap }), [command.id]: chord })
  return (
    <input
      readOnly
      id={keysFieldOf(command.id)}
      className={styles['keys']}
      aria-label={t('settings.keys.of', { command: command.title })}
      // Commands of several benches have the same title.
      title={command.group}
      value={listening ? t('settings.keys.press') : showKeys(keys)}
      onFocus={() => setListening(true)}
      onClick={() => setListening(true)}
      onBlur={() => setListening(false)}
      // The focus stays here once keys are chosen: the keyboard goes on from this row.
      onKeyDown={(event) => {
        if (event.key === 'Tab') return
        if (!listening) {
          if (event.key === 'Enter' || event.key === ' ') setListening(true)
          return
        }
        event.preventDefault()
        event.stopPropagation()
        if (MODIFIERS.has(event.key)) return
        setListening(false)
        if (event.key === 'Escape') return
        bind(event.key === 'Backspace' || event.key === 'Delete' ? '' : chordOf(event.nativeEvent))
      }}
    />
  )
}

/** All commands that can have keys, by group. */
function useBindable(): readonly Command[] {
  const all = useCommandList().filter(
    ({ id, hidden, transient }) => !hidden && !transient && !FOR_DEVELOPERS.test(id),
  )
  const groups = [...new Set(all.map(({ group }) => group))]
  return groups.flatMap((group) => all.filter((command) => command.group === group))
}

/** Commands whose name, group or keys match a word; those with keys first. */
export function useFoundKeys(search: string): readonly KeyBinding[] {
  const t = useText()
  const commands = useBindable()
  const values = useSettings((state) => state.values)
  const bound = useMemo(() => bindings(commands, keymapOf(values)), [commands, values])
  const needle = search.trim().toLowerCase()
  const all = holdsMeaning(t('settings.keys'), needle)
  return bound
    .filter(
      ({ command, keys }) =>
        all || `${command.group} ${command.title} ${showKeys(keys)}`.toLowerCase().includes(needle),
    )
    .toSorted((a, b) => Number(a.command.keys === undefined) - Number(b.command.keys === undefined))
}

/** The key bindings of all commands; conflicts are shown on both sides. */
export function KeymapSection({ bindings: shown }: { readonly bindings: readonly KeyBinding[] }) {
  const t = useText()
  const values = useSettings((state) => state.values)
  const keymap = useMemo(() => keymapOf(values), [values])
  const [boundOnly, setBoundOnly] = useState(false)
  if (shown.length === 0) return null
  return (
    <Stack as="section" id="settings-keys" gap={2} className={styles['section']}>
      <h2>{t('settings.keys')}</h2>
      <Text as="p" tone="quiet" small>
        {t('settings.keys.hint')}
      </Text>
      <Stack as="label" row gap={2}>
        <input type="checkbox" checked={boundOnly} onChange={(event) => setBoundOnly(event.target.checked)} />
        {t('settings.keys.bound')}
      </Stack>
      <ul className={styles['keymap']}>
        {(boundOnly ? shown.filter(({ keys }) => keys !== '') : shown).map(({ command, keys, conflicts }) => (
          <Stack as="li" key={command.id} row gap={2.5} line="bottom">
            <Stack row gap={1}>
              <small>{command.group}</small>
              <span>{command.title}</span>
            </Stack>
            {conflicts.length > 0 ? (
              <Badge tone="warning">{t('settings.keys.conflict', { command: conflicts.join(', ') })}</Badge>
            ) : null}
            <KeyInput command={command} keys={keys} />
            <span className={styles['reset']}>
              {command.id in keymap ? (
                <IconButton
                  label={t('settings.reset')}
                  icon={RotateCcw}
                  onClick={() => {
                    const { [command.id]: _own, ...others } = keymap
                    void setSetting(KEYMAP, others)
                  }}
                />
              ) : null}
            </span>
          </Stack>
        ))}
      </ul>
    </Stack>
  )
}
