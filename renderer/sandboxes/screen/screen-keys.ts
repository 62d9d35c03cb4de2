import { chordOf, keysOf, runByKeys, showKeys } from '../../app/keys.ts'
import { declarationOf } from '../../app/commands.ts'
import type { Text } from '../../i18n/text.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import { copyText } from '../../app/copy-text.ts'
import { typeInto } from '../sessions/actions.ts'
import { useEditing } from '../sessions/editing.ts'
import { terminalOf } from '../sessions/view.ts'
import { useFinding } from './finding.ts'
import type { TerminalScreen } from './terminal-screen.ts'

/**
 * Command whose keys return to the line. Its default, Ctrl+`, means nothing to a program: a terminal has no
 * byte for it, so only the palette's keys are withheld from programs.
 */
const BACK = 'sandboxes.focus'

/** The keys that return from a program to the line, formatted for display. */
export function keysBack(): string {
  const command = declarationOf(BACK)
  const keys = command && keysOf(command)
  return keys === undefined ? '' : showKeys(keys)
}

function copySelection({ term }: TerminalScreen): void {
  void copyText(term.getSelection())
  term.clearSelection()
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
  const command = declarationOf(BACK)
  if (command && keysOf(command) === chord) return true
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
  ]
}
