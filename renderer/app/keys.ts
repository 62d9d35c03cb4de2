import { isBehindDialog } from '../ui/landmark.ts'
import { isPresent } from './arrival.ts'
import { declarationOf, declaredCommands, handlerOf } from './commands.ts'
import { showRemark } from './remark-store.ts'
import { runCommand } from './run-command.ts'
import { useWorkbench } from './workbench.ts'

const isMac = navigator.platform.startsWith('Mac')

/**
 * Formats a keyboard event as a chord such as `Mod+Shift+P`; letters are upper-cased, so that the layout's
 * own character counts.
 */
export function chordOf(event: KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey
  const parts = [
    mod && 'Mod',
    isMac && event.ctrlKey && 'Ctrl',
    event.altKey && 'Alt',
    event.shiftKey && 'Shift',
    event.key.length === 1 ? event.key.toUpperCase() : event.key,
  ]
  return parts.filter(Boolean).join('+')
}

/** What keyboards print on a key whose name is longer. */
const PRINTED: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
}

/** Formats a chord for display on this platform. */
export function showKeys(chord: string): string {
  const keys = chord.replace(/[A-Z][a-z]+[A-Za-z]*$/, (key) => PRINTED[key] ?? key)
  if (!isMac) return keys.replace('Mod', 'Ctrl')
  return keys.replace('Mod', '⌘').replace('Shift', '⇧').replace('Alt', '⌥').replaceAll('+', '')
}

/**
 * Typing in a field or behind an open dialog must not trigger single-key commands; chords with Mod and
 * function keys still do.
 */
function belongsToField(event: KeyboardEvent): boolean {
  // Keys are not meant for what an open dialog covers.
  const free = event.ctrlKey || event.metaKey || /^F\d+$/.test(event.key)
  return ((isInField(event) && !isSlashInSelect(event)) || isBehindDialog()) && !free
}

/** A select goes to what begins with a typed letter; the key of a search begins nothing. */
const isSlashInSelect = ({ key, target }: KeyboardEvent): boolean =>
  key === '/' && (target as HTMLElement | null)?.closest('select') !== null

function isInField({ target }: KeyboardEvent): boolean {
  return (target as HTMLElement | null)?.closest('input, textarea, select, [contenteditable="true"]') !== null
}

/** Chords with which a browser takes back the last edit of a field, also of one that has not the focus. */
const EDIT_CHORDS: ReadonlySet<string> = new Set(['Mod+Z', 'Mod+Shift+Z'])

/** The user's key bindings by command id; the empty string removes a command's keys. */
let keymap: Readonly<Record<string, string>> = {}

export function setKeymap(next: Readonly<Record<string, string>>): void {
  keymap = next
}

/** A command's effective keys. */
export function keysOf(command: { readonly id: string; readonly keys?: string }): string | undefined {
  return (keymap[command.id] ?? command.keys) || undefined
}

/** Browsers keep these for switching their tabs. */
const OF_BROWSER = /^Mod\+\d$/

/** A command's effective keys, unless the browser never passes them on. */
export function usableKeys(command: { readonly id: string; readonly keys?: string }): string | undefined {
  const keys = keysOf(command)
  const isDesktop = useWorkbench.getState().capabilities?.host === 'desktop'
  return keys && OF_BROWSER.test(keys) && !isDesktop ? undefined : keys
}

/** A command's usable keys, formatted for this platform. */
export function shownKeys(id: string): string | undefined {
  const command = declarationOf(id)
  const keys = command && usableKeys(command)
  return keys && showKeys(keys)
}

/** What some programs have for the same, unless the user has bound it to something. */
const ALIASES: Readonly<Partial<Record<string, string>>> = { 'Mod+Y': 'Mod+Shift+Z' }

/** What a field does itself with these, whatever the bench cannot do at the moment. */
const OF_FIELDS = /^Mod\+(?:Shift\+)?[A-Z]$/

/** Says why the command of a chord cannot run; a single key may have been pressed for something else. */
function sayWhyNot(event: KeyboardEvent, reason: string): void {
  const chord = chordOf(event)
  const isMeant = /\+./.test(chord) || /^F\d+$/.test(chord)
  if (isMeant && !(OF_FIELDS.test(chord) && isInField(event))) showRemark({ tone: 'info', text: reason })
}

/**
 * Runs the command bound to a chord, optionally only one of a given bench; returns whether there was one. Says why
 * one cannot run.
 * Keys of inactive benches are ignored.
 */
export function runByKeys(event: KeyboardEvent, onlyOf?: string): boolean {
  const pressed = chordOf(event)
  const alias = ALIASES[pressed]
  const isBound =
    alias !== undefined && [...declaredCommands()].some((command) => keysOf(command) === pressed)
  const chord = isBound ? pressed : (alias ?? pressed)
  let reason: string | undefined
  for (const command of declaredCommands()) {
    const { id, bench } = command
    if (keysOf(command) !== chord || (onlyOf !== undefined && bench !== onlyOf)) continue
    if (bench !== undefined && !isPresent(bench)) continue
    const handler = handlerOf(id)
    reason ??= handler?.disabled
    if (handler === undefined || handler.disabled !== undefined) continue
    event.preventDefault()
    void runCommand(id)
    return true
  }
  if (reason !== undefined) sayWhyNot(event, reason)
  return false
}

/** The only command whose keys work even while a program in a terminal has the keyboard. */
export const PALETTE_EVERYWHERE = 'app.palette.everywhere'

/** Handles the palette's keys in the capture phase, before the focused element sees them. */
function handlePaletteKey(event: KeyboardEvent): void {
  const palette = declarationOf(PALETTE_EVERYWHERE)
  if (!palette || keysOf(palette) !== chordOf(event)) return
  event.preventDefault()
  event.stopPropagation()
  void runCommand(PALETTE_EVERYWHERE)
}

/** Starts dispatching key presses to commands. Views that handle a key themselves call `preventDefault`. */
export function listenForKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || belongsToField(event)) return
    if (!runByKeys(event) && EDIT_CHORDS.has(chordOf(event)) && !isInField(event)) event.preventDefault()
  }
  window.addEventListener('keydown', handlePaletteKey, true)
  window.addEventListener('keydown', onKeyDown)
  return () => {
    window.removeEventListener('keydown', handlePaletteKey, true)
    window.removeEventListener('keydown', onKeyDown)
  }
}
