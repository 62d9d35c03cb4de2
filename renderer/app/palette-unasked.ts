import type { Command } from './commands.ts'

/** Rows under one heading: who wants more types more. */
export const MAX_OF_GROUP = 12

/** What of a command decides whether it is listed before anything is typed. */
type Listed = Pick<Command, 'id' | 'group'> & Partial<Pick<Command, 'bench' | 'dormant' | 'hidden'>>

/**
 * Before anything is typed: what was opened lately, what the bench in front can do, and what belongs to the page; the rest is
 * looked for. Each heading stands once, where it first comes: the palette tells headings apart by their names.
 */
export function unasked<T extends Listed>(
  commands: readonly T[],
  front: string,
): (readonly [group: string, members: readonly T[]])[] {
  const shown = commands.filter(({ dormant, hidden }) => !dormant && !hidden)
  const recent = shown.filter(({ id }) => id.startsWith('app.recent.'))
  const own = shown.filter(({ bench }) => bench === front)
  const page = shown.filter(
    (command) =>
      command.bench === undefined && !recent.includes(command) && !command.id.startsWith('app.newWindow.'),
  )
  const groups = new Map<string, T[]>()
  for (const one of [...recent.slice(0, MAX_OF_GROUP), ...own, ...page])
    groups.set(one.group, [...(groups.get(one.group) ?? []), one])
  return [...groups]
}
