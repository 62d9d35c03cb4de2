import { Terminal } from '@xterm/xterm'
import { settingValue } from '#shared/workbench/settings/index.ts'
import { terminalSettings } from '#shared/workbench/settings/terminal.ts'
import { chordOf, keysOf, runByKeys, shownKeys, showKeys } from '../../app/keys.ts'
import { declarationOf } from '../../app/commands.ts'
import { useSettings } from '../../app/settings-store.ts'
import { text, type Text } from '../../i18n/text.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import { copyText } from '../../app/copy-text.ts'
import { typeInto } from '../sessions/actions.ts'
import { useEditing } from '../sessions/editing.ts'
import { terminalOf } from '../sessions/view.ts'
import { useFinding } from './finding.ts'
import { readAsText } from '../sessions/reading.ts'
import type { TerminalScreen } from './terminal-screen.ts'

/**
 * Command whose keys return to the line. Its default, Ctrl+`, means nothing to a program: a terminal has no
 * byte for it, so only the palette's keys are withheld from programs.
 */
const BACK = 'sandboxes.focus'

/** Command that reads the screen as text; its keys are a program's unless the user has a screen reader. */
const READ = 'sandboxes.read'

/** The keys that return from a program to the line, formatted for display. */
export function keysBack(): string {
  const command = declarationOf(BACK)
  const keys = command && keysOf(command)
  return keys === undefined ? '' : showKeys(keys)
}

/**
 * What xterm says by itself, in the user's language: call before a terminal is made, and with it when the language changes, since
 * xterm names its field once.
 */
export function nameScreen(term?: Terminal): void {
  Terminal.strings.promptLabel = text('sandboxes.screen.input', { keys: keysBack() })
  Terminal.strings.tooMuchOutput = ` ${text('sandboxes.screen.tooMuch', { keys: shownKeys(READ) ?? '' })}`
  term?.textarea?.setAttribute('aria-label', Terminal.strings.promptLabel)
}

function copySelection({ term }: TerminalScreen): void {
  void copyText(term.getSelection())
  term.clearSelection()
}

function isOurs(id: string, chord: string): boolean {
  const command = declarationOf(id)
  return command !== undefined && keysOf(command) === chord
}

/** Handles a key that is not for the program; returns whether it was one. */
export function handleScreenKey(id: string, screen: TerminalScreen, event: KeyboardEvent): boolean {
  const chord = chordOf(event)
  const isCopy = chord === 'Mod+C' || chord === 'Mod+Shift+C'
  if (isCopy && (screen.term.hasSelection() || event.shiftKey)) {
    event.preventDefault()
    if (screen.term.hasSelection()) copySelection(screen)
    return true
  }
  // The browser pastes, and the terminal receives that.
  if (chord === 'Mod+Shift+V') return true
  if (isOurs(BACK, chord)) return true
  if (settingValue(terminalSettings.screenReader, useSettings.getState().values) && isOurs(READ, chord))
    return true
  if (terminalOf(id)?.status === 'running') {
    // A chord without a byte, such as Ctrl+1, is the program's as well: it must not open another bench.
    event.stopPropagation()
    return false
  }
  return runByKeys(event, 'sandboxes')
}

/** Text typed on the output goes to the running program, otherwise to the line. */
export function typeOver(id: string, data: string): void {
  if (terminalOf(id)?.status === 'running') return typeInto(id, data)
  const isText = !/^[\x00-\x1f\x7f]/.test(data)
  useEditing.getState().focus(id, isText ? { insert: data } : undefined)
}

/** The screen's context menu. */
export function screenEntries(t: Text, id: string, screen: TerminalScreen | undefined): MenuEntry[] {
  if (!screen) return []
  const none = screen.term.hasSelection() ? undefined : t('sandboxes.screen.nothing')
  const paste = async (): Promise<void> => {
    const text = await navigator.clipboard.readText()
    if (terminalOf(id)?.status === 'running') screen.term.paste(text)
    else useEditing.getState().focus(id, { insert: text })
  }
  return [
    {
      label: t('sandboxes.screen.copy'),
      keys: showKeys('Mod+Shift+C'),
      disabled: none,
      act: () => copySelection(screen),
    },
    {
      label: t('sandboxes.screen.paste'),
      keys: showKeys('Mod+Shift+V'),
      takesFocus: true,
      act: () => void paste().catch(() => undefined),
    },
    { label: t('sandboxes.screen.all'), act: () => screen.term.selectAll() },
    {
      label: t('sandboxes.find'),
      apart: true,
      takesFocus: true,
      act: () => useFinding.setState({ terminal: id }),
    },
    { label: t('sandboxes.read'), keys: shownKeys(READ), takesFocus: true, act: () => readAsText(id) },
  ]
}
