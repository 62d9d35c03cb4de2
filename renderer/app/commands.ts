import { useEffect } from 'react'
import { create } from 'zustand'

/** Something a person can do. Every action of every view is one, so that the palette and the keyboard reach it. */
export interface Command {
  /** Dotted and stable, for example `query.run`; the keymap refers to it. */
  readonly id: string
  readonly title: string
  /** Heading in the palette, usually the view's name. */
  readonly group: string
  /** Keys such as `Mod+Enter` or `Alt+Shift+F`; `Mod` is Ctrl, or Cmd on a Mac. */
  readonly keys?: string
  /** Id of the bench whose keys these are: while another is in front, they do nothing. */
  readonly bench?: string
  /** Needs an argument that only a link or a menu brings; the palette leaves it out. */
  readonly hidden?: boolean
  /** Comes and goes with what it opens, so no keys can be given to it. */
  readonly passing?: boolean
  /** Shown greyed with this reason, and not run. */
  readonly disabled?: string
  run(argument?: string): void | Promise<void>
}

interface CommandState {
  readonly commands: ReadonlyMap<string, Command>
}

export const useCommandStore = create<CommandState>(() => ({ commands: new Map() }))

/** Adds commands for as long as the component is mounted; pass a memoised list. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => registerCommands(commands), [commands])
}

/** The same outside components; returns the way to take them back. */
export function registerCommands(commands: readonly Command[]): () => void {
  const change = (edit: (map: Map<string, Command>) => void): void =>
    useCommandStore.setState((state) => {
      const map = new Map(state.commands)
      edit(map)
      return { commands: map }
    })
  change((map) => commands.forEach((command) => map.set(command.id, command)))
  return () =>
    change((map) =>
      commands.forEach((command) => {
        if (map.get(command.id) === command) map.delete(command.id)
      }),
    )
}

/** Runs a command by id; unknown and disabled ones do nothing. Resolves to whether it ran. */
export async function runCommand(id: string, argument?: string): Promise<boolean> {
  const command = useCommandStore.getState().commands.get(id)
  if (!command || command.disabled) return false
  await command.run(argument)
  return true
}
