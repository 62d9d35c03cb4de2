import { useCommandStore, runCommand } from './commands.ts'
import { useRoute } from './routes.ts'

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

/** Typing in a field must not fire single-key commands; chords with Mod, or function keys, pass. */
function belongsToField(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null
  const inField = target?.closest('input, textarea, select, [contenteditable="true"]') !== null
  const free = event.ctrlKey || event.metaKey || /^F\d+$/.test(event.key)
  return inField && !free
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

/** Runs commands by their keys. Views that handle a key themselves call `preventDefault`. */
export function listenForKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || belongsToField(event)) return
    const chord = chordOf(event)
    for (const command of useCommandStore.getState().commands.values()) {
      if (keysOf(command) !== chord || command.disabled) continue
      if (command.bench !== undefined && command.bench !== useRoute.getState().bench) continue
      event.preventDefault()
      void runCommand(command.id)
      return
    }
  }
  window.addEventListener('keydown', onKeyDown)
  return () => window.removeEventListener('keydown', onKeyDown)
}
