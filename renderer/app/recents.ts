import { useWorkbench, workbench, chooseConnection } from './workbench.ts'
import { type Called, RECENT_KINDS, type Recent } from '#shared/workbench/areas/recents.ts'
import { create } from 'zustand'
import { allBenches } from './bench.ts'
import { addTransientCommands, type TransientCommand } from './commands.ts'
import { calledNow } from '../i18n/called.ts'
import { followLanguage, text } from '../i18n/text.ts'

/** Maximum title length in characters; the palette and the menus show one line. */
const MAX_TITLE_CHARACTERS = 60

interface RecentsState {
  readonly items: readonly Recent[]
  /** Whether the recents dialog is open. */
  readonly open: boolean
}

export const useRecents = create<RecentsState>(() => ({ items: [], open: false }))

export const showRecents = (open = true): void => useRecents.setState({ open })

/** The first line of a text, truncated for a menu. */
function titleOf(source: string): string {
  const line =
    source
      .split('\n')
      .find((part) => part.trim() !== '')
      ?.trim() ?? ''
  return line.length > MAX_TITLE_CHARACTERS ? `${line.slice(0, MAX_TITLE_CHARACTERS - 1)}…` : line
}

/** Records that something was opened. Failures are ignored: the item itself is open. */
export function recordRecent(kind: Recent['kind'], target: string, title: string, called?: Called): void {
  const [first] = useRecents.getState().items
  if (
    target === '' ||
    target.length > 20_000 ||
    (first?.kind === kind && first.target === target && first.title === titleOf(title))
  )
    return
  void workbench.call('recents.add', { kind, target, title: titleOf(title), called }).catch(() => undefined)
}

/** Current title of a recent item: built-in connections, games and our own queries have translated names. */
export function titleNow(item: Recent): string {
  const { kind, target, title } = item
  const connection = useWorkbench.getState().connections.find(({ id }) => id === target)
  const called = kind === 'model' || kind === 'platform' ? connection?.name : undefined
  if (called !== undefined) return called
  const name = allBenches().find(({ recentTitles }) => recentTitles?.[kind])?.recentTitles?.[kind]
  return name?.(target, title) ?? calledNow(item)
}

/** What a recent item is. Shown apart from its title: “Query” before “4. Do the metrics agree?” reads as one name. */
export const kindNow = ({ kind }: Pick<Recent, 'kind'>): string => text(`app.recent.${kind}`)

/** Identifier used by menus and the palette: `query:.entity limit 5`. */
export const nameOf = ({ kind, target }: Pick<Recent, 'kind' | 'target'>): string => `${kind}:${target}`

/**
 * Opens what {@link nameOf} identifies. If it no longer exists, the bench that would show it ignores the
 * request.
 */
export async function openRecent(name: string): Promise<void> {
  const kind = RECENT_KINDS.find((one) => name.startsWith(`${one}:`))
  if (kind === undefined) return
  const target = name.slice(kind.length + 1)
  if (kind === 'model' || kind === 'platform') {
    const connection = useWorkbench.getState().connections.find(({ id }) => id === target)
    if (!connection) return
    await chooseConnection(connection)
  }
  const item = useRecents.getState().items.find((one) => nameOf(one) === name)
  for (const { recents } of allBenches()) await recents?.[kind]?.(target, item)
}

function commands(items: readonly Recent[]): TransientCommand[] {
  return items.map((item) => ({
    id: `app.recent.${nameOf(item)}`,
    title: titleNow(item),
    more: kindNow(item),
    group: text('app.group.recent'),
    run: () => openRecent(nameOf(item)),
  }))
}

/** Keeps the list and its commands up to date. Call once at start. */
export function followRecents(): void {
  let forget = (): void => undefined
  const offer = (): void => {
    forget()
    forget = addTransientCommands(commands(useRecents.getState().items))
  }
  useRecents.subscribe(({ items }, before) => {
    if (items !== before.items) offer()
  })
  followLanguage(offer)
  workbench.on('recents.changed', (items) => useRecents.setState({ items }))
  useWorkbench.subscribe((state, before) => {
    if (state.generation === before.generation) return
    void workbench.call('recents.list', {}).then((items) => useRecents.setState({ items }))
  })
}
