import { atOnce, PIECE, type Steps } from '../app/slices.ts'

/** One line of the tree: a member of an object or list, with its depth. */
export interface JsonLine {
  /** Keys from the root, joined by `/` with `/` and `~` escaped (RFC 6901); unique. */
  readonly path: string
  readonly depth: number
  readonly label: string
  readonly value: unknown
  /** Number of members of an object or list; `undefined` for scalars. */
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

/** The lines of a value's tree, with the paths in `open` expanded. The root itself has no line. */
export const jsonLines = (root: unknown, open: ReadonlySet<string>): JsonLine[] =>
  atOnce(jsonSteps(root, open))

/** {@link jsonLines} as a pausable computation. */
export function* jsonSteps(root: unknown, open: ReadonlySet<string>): Steps<JsonLine[]> {
  const lines: JsonLine[] = []
  function* walk(value: unknown, path: string, depth: number): Steps<void> {
    for (const [label, member] of membersOf(value) ?? []) {
      const here = `${path}/${escape(label)}`
      lines.push({ path: here, depth, label, value: member, members: countOf(member) })
      if (lines.length % PIECE === 0) yield
      if (open.has(here)) yield* walk(member, here, depth + 1)
    }
  }
  yield* walk(root, '', 0)
  return lines
}

/** The lines after expanding one of them. */
export function opened(lines: readonly JsonLine[], place: number): JsonLine[] {
  const line = lines[place]
  const members = line
    ? (membersOf(line.value) ?? []).map(([label, value]) => ({
        path: `${line.path}/${escape(label)}`,
        depth: line.depth + 1,
        label,
        value,
        members: countOf(value),
      }))
    : []
  return lines.toSpliced(place + 1, 0, ...members)
}

/** The lines after collapsing one of them. */
export function closed(lines: readonly JsonLine[], place: number): JsonLine[] {
  const depth = lines[place]?.depth ?? 0
  let end = place + 1
  while ((lines[end]?.depth ?? -1) > depth) end++
  return lines.toSpliced(place + 1, end - place - 1)
}

/** Paths of all expandable nodes down to `depth`, at most `most`, so that a huge value stays usable. */
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

/** One-line preview of a collapsed object or list. */
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

/** Whether nothing in it can be expanded or collapsed. */
export const isFlat = (lines: readonly JsonLine[]): boolean =>
  lines.every(({ members }) => members === undefined)
