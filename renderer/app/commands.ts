import { useEffect, useMemo, useRef } from 'react'
import { create } from 'zustand'
import { useText, type MessageKey, type Text } from '../i18n/text.ts'

/** A command as data: the palette, menus and key list know it before its bench is loaded. */
export interface CommandDeclaration {
  /** Dotted and stable, for example `query.run`; used as key in the keymap. */
  readonly id: string
  readonly title: MessageKey | ((t: Text) => string)
  /** The name of what it opens; typed in the palette, it stands for the whole title. */
  readonly name?: MessageKey
  /** Shown muted at the right of the title. */
  readonly more?: MessageKey
  /** Keys such as `Mod+Enter` or `Alt+Shift+F`; `Mod` is Ctrl, or Cmd on a Mac. */
  readonly keys?: string
  /** Needs an argument that only a link or a menu supplies; not listed in the palette. */
  readonly hidden?: boolean
  /** Loads what it does, if it leads to other benches than its own: that is not opened on the way. */
  load?(): Promise<CommandHandler['run']>
}

interface Owner {
  /** Id of the bench its keys belong to; they are ignored while another bench is active. */
  readonly bench?: string
  /** Palette heading, usually the bench's name. */
  readonly group: MessageKey
}

/** The behaviour of a command while the view that implements it is mounted. */
export interface CommandHandler {
  /** Shows the command greyed with this reason, and does not run it. */
  readonly disabled?: string | undefined
  run(argument?: string): unknown
}

export type CommandHandlers = Readonly<Record<string, CommandHandler | CommandHandler['run']>>

/** A command for the palette and keyboard, in the current language. */
export interface Command {
  readonly id: string
  readonly title: string
  /** The name of what it opens. */
  readonly name?: string | undefined
  readonly group: string
  /** Shown muted at the right: what the command's object is. */
  readonly more?: string | undefined
  readonly keys?: string | undefined
  readonly bench?: string | undefined
  readonly hidden?: boolean | undefined
  /** Exists only with the object it acts on, so it cannot have a key binding. */
  readonly transient?: boolean
  readonly disabled?: string | undefined
  /** No handler yet: running it opens its bench first. */
  readonly dormant?: boolean
}

/** A command that exists only with the object it acts on, such as one per connection. */
export type TransientCommand = Pick<Command, 'id' | 'title' | 'group' | 'more' | 'disabled'> & CommandHandler

interface CommandState {
  readonly declared: ReadonlyMap<string, CommandDeclaration & Owner>
  readonly handlers: ReadonlyMap<string, CommandHandler>
  readonly transient: ReadonlyMap<string, TransientCommand>
}

const useCommandStore = create<CommandState>(() => ({
  declared: new Map(),
  handlers: new Map(),
  transient: new Map(),
}))

export function declareCommands(commands: readonly CommandDeclaration[], owner: Owner): void {
  useCommandStore.setState(({ declared }) => ({
    declared: new Map([...declared, ...commands.map((one) => [one.id, { ...one, ...owner }] as const)]),
  }))
}

/**
 * Adds entries to one of the maps. Returns a function that removes them, except those replaced in the
 * meantime.
 */
function add(
  kind: 'handlers' | 'transient',
  entries: readonly (readonly [string, CommandHandler | TransientCommand])[],
): () => void {
  const change = (edit: (map: Map<string, CommandHandler | TransientCommand>) => void): void => {
    const map = new Map<string, CommandHandler | TransientCommand>(useCommandStore.getState()[kind])
    edit(map)
    useCommandStore.setState({ [kind]: map })
  }
  change((map) => entries.forEach(([id, entry]) => map.set(id, entry)))
  return () => change((map) => entries.forEach(([id, entry]) => map.get(id) === entry && map.delete(id)))
}

/** Registers handlers of declared commands; returns a function that removes them. */
export function handleCommands(handlers: CommandHandlers): () => void {
  const entries = Object.entries(handlers)
  return add(
    'handlers',
    entries.map(([id, handler]) => [id, typeof handler === 'function' ? { run: handler } : handler] as const),
  )
}

/** Registers commands that nobody declared; returns a function that removes them. */
export const addTransientCommands = (commands: readonly TransientCommand[]): (() => void) =>
  add(
    'transient',
    commands.map((command) => [command.id, command] as const),
  )

/**
 * Handles commands while the component is mounted. Always calls the latest functions; subscribers are
 * notified only when a disabled reason changes.
 */
export function useCommandHandlers(handlers: CommandHandlers): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  const reasons = JSON.stringify(
    Object.entries(handlers).map(([id, one]) => [
      id,
      typeof one === 'function' ? null : (one.disabled ?? null),
    ]),
  )
  useEffect(() => {
    const known = JSON.parse(reasons) as [id: string, disabled: string | null][]
    const runLatest = (id: string) => (argument?: string) => {
      const handler = latest.current[id]
      return typeof handler === 'function' ? handler(argument) : handler?.run(argument)
    }
    return handleCommands(
      Object.fromEntries(
        known.map(([id, disabled]) => [id, { run: runLatest(id), disabled: disabled ?? undefined }]),
      ),
    )
  }, [reasons])
}

/** Registers commands while the component is mounted; pass a memoised list. */
export function useTransientCommands(commands: readonly TransientCommand[]): void {
  useEffect(() => addTransientCommands(commands), [commands])
}

function resolve({ declared, handlers, transient }: CommandState, t: Text): Command[] {
  const ofAreas = [...declared.values()].map(
    ({ id, title, name, more, keys, hidden, bench, group, load }): Command => {
      const handler = handlers.get(id)
      return {
        id,
        title: typeof title === 'string' ? t(title) : title(t),
        name: name && t(name),
        group: t(group),
        more: more && t(more),
        keys,
        hidden,
        bench,
        disabled: handler?.disabled,
        dormant: handler === undefined && load === undefined,
      }
    },
  )
  return [...ofAreas, ...[...transient.values()].map((command) => ({ ...command, transient: true }))]
}

/** Returns all commands in the current language. */
export function useCommandList(): readonly Command[] {
  const state = useCommandStore()
  const t = useText()
  return useMemo(() => resolve(state, t), [state, t])
}

/** The declared commands a chord may run, without their texts: this runs on every key press. */
export function declaredCommands(): Iterable<CommandDeclaration & Owner> {
  return useCommandStore.getState().declared.values()
}

export const declarationOf = (id: string): (CommandDeclaration & Owner) | undefined =>
  useCommandStore.getState().declared.get(id)

/** The current handler of a command; undefined while its bench is not open. */
export const handlerOf = (id: string): CommandHandler | undefined => {
  const { handlers, transient } = useCommandStore.getState()
  return handlers.get(id) ?? transient.get(id)
}
