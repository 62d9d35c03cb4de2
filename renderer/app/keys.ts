import { isBehindDialog } from '../ui/landmark.ts'
import { isPresent } from './arrival.ts'
import { declarationOf, declaredCommands, handlerOf } from './commands.ts'
import { runCommand } from './run-command.ts'

const isMac = navigator.platform.startsWith('Mac')

/** `Mod+Shift+P` from a keyboard event; letters upper-case, so that the layout's own character counts. */
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

/** How a chord is written for people on this machine. */
export function showKeys(keys: string): string {
  if (!isMac) return keys.replace('Mod', 'Ctrl')
  return keys.replace('Mod', '⌘').replace('Shift', '⇧').replace('Alt', '⌥').replaceAll('+', '')
}

/** Typing in a field, or in front of an open dialog, must not fire single-key commands; chords with Mod, or function keys, pass. */
function belongsToField(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null
  const inField = target?.closest('input, textarea, select, [contenteditable="true"]') !== null
  // What lies behind an open dialog is not what the keys are meant for.
  const free = event.ctrlKey || event.metaKey || /^F\d+$/.test(event.key)
  return (inField || isBehindDialog()) && !free
}

/** Keys that a person gave to a command in the settings; the empty string takes a command's keys away. */
let keymap: Readonly<Record<string, string>> = {}

export function setKeymap(next: Readonly<Record<string, string>>): void {
  keymap = next
}

/** The keys of a command as they are in force. */
export function keysOf(command: { readonly id: string; readonly keys?: string }): string | undefined {
  return (keymap[command.id] ?? command.keys) || undefined
}

/** The keys of a command as people on this machine write them; a person may have given it others than it came with. */
export function shownKeys(id: string): string | undefined {
  const command = declarationOf(id)
  const keys = command && keysOf(command)
  return keys && showKeys(keys)
}

/**
 * Runs the command of a chord, of the given bench alone where one is named; returns whether there was one. Keys of a bench do
 * nothing while another is in front.
 */
export function runByKeys(event: KeyboardEvent, onlyOf?: string): boolean {
  const chord = chordOf(event)
  for (const command of declaredCommands()) {
    const { id, bench } = command
    if (keysOf(command) !== chord || (onlyOf !== undefined && bench !== onlyOf)) continue
    if (bench !== undefined && !isPresent(bench)) continue
    const handler = handlerOf(id)
    if (handler === undefined || handler.disabled !== undefined) continue
    event.preventDefault()
    void runCommand(id)
    return true
  }
  return false
}

/** The one command whose keys are Orrery's even while a program in a terminal has the keyboard. */
export const PALETTE_EVERYWHERE = 'app.palette.everywhere'

/** Takes the keys of the palette before whatever has the focus sees them. */
function takePalette(event: KeyboardEvent): void {
  const palette = declarationOf(PALETTE_EVERYWHERE)
  if (!palette || keysOf(palette) !== chordOf(event)) return
  event.preventDefault()
  event.stopPropagation()
  void runCommand(PALETTE_EVERYWHERE)
}

/** Runs commands by their keys. Views that handle a key themselves call `preventDefault`. */
export function listenForKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || belongsToField(event)) return
    runByKeys(event)
  }
  window.addEventListener('keydown', takePalette, true)
  window.addEventListener('keydown', onKeyDown)
  return () => {
    window.removeEventListener('keydown', takePalette, true)
    window.removeEventListener('keydown', onKeyDown)
  }
}
