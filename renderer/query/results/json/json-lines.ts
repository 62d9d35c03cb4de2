/** One line of the tree: a member of an object or a list, at its depth. */
export interface JsonLine {
  /** Keys from the root, joined by `/` with `/` and `~` escaped (RFC 6901); unique. */
  readonly path: string
  readonly depth: number
  readonly label: string
  readonly value: unknown
  /** Members of an object or list; `undefined` for plain values. */
  readonly members: number | undefined
}

const escape = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

function membersOf(value: unknown): [string, unknown][] | undefined {
  if (Array.isArray(value)) return value.map((member, index) => [String(index), member])
  if (typeof value === 'object' && value !== null) return Object.entries(value)
  return undefined
}

function countOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined
}

/** The lines of a value's tree with those members opened whose path is in `open`. The root itself is not a line. */
export function jsonLines(root: unknown, open: ReadonlySet<string>): JsonLine[] {
  const lines: JsonLine[] = []
  const walk = (value: unknown, path: string, depth: number): void => {
    for (const [label, member] of membersOf(value) ?? []) {
      const here = `${path}/${escape(label)}`
      lines.push({ path: here, depth, label, value: member, members: countOf(member) })
      if (open.has(here)) walk(member, here, depth + 1)
    }
  }
  walk(root, '', 0)
  return lines
}

/** Paths of everything that can be opened, down to `depth`; stops after `most` so that a huge value stays usable. */
export function openablePaths(root: unknown, depth: number, most: number): Set<string> {
  const paths = new Set<string>()
  const walk = (value: unknown, path: string, left: number): void => {
    if (left === 0) return
    for (const [label, member] of membersOf(value) ?? []) {
      if (paths.size >= most) return
      if (!countOf(member)) continue
      const here = `${path}/${escape(label)}`
      paths.add(here)
      walk(member, here, left - 1)
    }
  }
  walk(root, '', depth)
  return paths
}

/** A closed object or list in one line: its first members. */
export function preview(value: unknown): string {
  const members = membersOf(value)
  if (members === undefined) return JSON.stringify(value) ?? 'null'
  const list = Array.isArray(value)
  const shown = members.slice(0, 4).map(([key, member]) => {
    const text =
      typeof member === 'object' && member !== null
        ? Array.isArray(member)
          ? '[…]'
          : '{…}'
        : (JSON.stringify(member) ?? 'null')
    const short = text.length > 40 ? `${text.slice(0, 39)}…` : text
    return list ? short : `${key}: ${short}`
  })
  const rest = members.length > shown.length ? ', …' : ''
  return list ? `[${shown.join(', ')}${rest}]` : `{ ${shown.join(', ')}${rest} }`
}
