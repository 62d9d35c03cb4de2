import { useEffect, useMemo, useRef } from 'react'
import { create } from 'zustand'
import { useText, type MessageKey, type Text } from '../i18n/text.ts'

/** Something a person can do, as data: the palette, the menus and the list of keys know it before its bench was ever opened. */
export interface CommandDeclaration {
  /** Dotted and stable, for example `query.run`; the keymap refers to it. */
  readonly id: string
  readonly title: MessageKey | ((t: Text) => string)
  /** Keys such as `Mod+Enter` or `Alt+Shift+F`; `Mod` is Ctrl, or Cmd on a Mac. */
  readonly keys?: string
  /** Needs an argument that only a link or a menu brings; the palette leaves it out. */
  readonly hidden?: boolean
}

interface Owner {
  /** Id of the bench whose keys these are: while another is in front, they do nothing. */
  readonly bench?: string
  /** Heading in the palette, usually the bench's name. */
  readonly group: MessageKey
}

/** What a command does while the view that does it is mounted. */
export interface CommandHandler {
  /** The command is shown greyed with this reason, and not run. */
  readonly disabled?: string | undefined
  run(argument?: string): unknown
}

export type CommandHandlers = Readonly<Record<string, CommandHandler | CommandHandler['run']>>

/** A command as the palette and the keyboard see it, in the language in force. */
export interface Command {
  readonly id: string
  readonly title: string
  readonly group: string
  readonly keys?: string | undefined
  readonly bench?: string | undefined
  readonly hidden?: boolean | undefined
  /** Comes and goes with what it opens, so no keys can be given to it. */
  readonly transient?: boolean
  readonly disabled?: string | undefined
  /** Whether nothing handles it yet: running it opens its bench first. */
  readonly dormant?: boolean
}

/** A command that comes and goes with what it acts on, such as one for each connection. */
export type TransientCommand = Pick<Command, 'id' | 'title' | 'group' | 'disabled'> & CommandHandler

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

/** Adds entries to one of the maps; returns the way to take them back, which leaves alone what replaced them meanwhile. */
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

/** Says what declared commands do; returns the way to take that back. */
export function handleCommands(handlers: CommandHandlers): () => void {
  const entries = Object.entries(handlers)
  return add(
    'handlers',
    entries.map(([id, handler]) => [id, typeof handler === 'function' ? { run: handler } : handler] as const),
  )
}

/** Adds commands that nothing declared; returns the way to take them back. */
export const addTransientCommands = (commands: readonly TransientCommand[]): (() => void) =>
  add(
    'transient',
    commands.map((command) => [command.id, command] as const),
  )

/** What each command does, for as long as the component is mounted. The newest functions are called; only a change of a reason is announced. */
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

/** Commands for as long as the component is mounted; pass a memoised list. */
export function useTransientCommands(commands: readonly TransientCommand[]): void {
  useEffect(() => addTransientCommands(commands), [commands])
}

function resolve({ declared, handlers, transient }: CommandState, t: Text): Command[] {
  const ofAreas = [...declared.values()].map(({ id, title, keys, hidden, bench, group }): Command => {
    const handler = handlers.get(id)
    return {
      id,
      title: typeof title === 'string' ? t(title) : title(t),
      group: t(group),
      keys,
      hidden,
      bench,
      disabled: handler?.disabled,
      dormant: handler === undefined,
    }
  })
  return [...ofAreas, ...[...transient.values()].map((command) => ({ ...command, transient: true }))]
}

/** Every command there is, in the language in force. */
export function useCommandList(): readonly Command[] {
  const state = useCommandStore()
  const t = useText()
  return useMemo(() => resolve(state, t), [state, t])
}

/** The declared commands that a chord may run, without their texts: this is asked at every key. */
export function declaredCommands(): Iterable<CommandDeclaration & Owner> {
  return useCommandStore.getState().declared.values()
}

export const declarationOf = (id: string): (CommandDeclaration & Owner) | undefined =>
  useCommandStore.getState().declared.get(id)

/** What does a command now; nothing while its bench is not open. */
export const handlerOf = (id: string): CommandHandler | undefined => {
  const { handlers, transient } = useCommandStore.getState()
  return handlers.get(id) ?? transient.get(id)
}
