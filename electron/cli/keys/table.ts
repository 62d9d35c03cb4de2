import { formatSize } from '#shared/sandbox/size.ts'
import type { Access, Caps, Key } from '../../node/access/keys.ts'

/** Keys and the caps of namespaces, as `list` prints them; `now` in ms. @param folder where they were looked for */
export function keyTable(access: Access, now: number, folder: string): string {
  const rows = access.keys.map((key) => [
    key.name,
    key.role,
    key.namespace,
    validity(key, now),
    capsText(key.caps),
  ])
  for (const [name, caps] of Object.entries(access.namespaces)) rows.push(['*', '', name, '', capsText(caps)])
  // Another folder than that of the server has none either.
  if (rows.length === 0) return `There are no keys in ${folder}.\n`
  const all = [['NAME', 'ROLE', 'NAMESPACE', 'VALID', 'CAPS'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function validity({ revoked, expires }: Key, now: number): string {
  if (revoked !== undefined) return `revoked ${moment(revoked, now)}`
  if (expires === undefined) return 'no end'
  return `${Date.parse(expires) > now ? 'until' : 'expired'} ${moment(expires, now)}`
}

const NEAR_MS = 2 * 86_400_000

/** The day, and near now the minute, since the day alone would not tell whether a key of twelve hours still counts in the evening. */
function moment(time: string, now: number): string {
  if (Math.abs(Date.parse(time) - now) > NEAR_MS) return time.slice(0, 10)
  return `${time.slice(0, 16).replace('T', ' ')} UTC`
}

const capsText = (caps: Caps): string =>
  Object.entries(caps)
    .map(([name, most]) => `${name} ${name === 'memory' || name === 'disk' ? formatSize(most) : most}`)
    .join(', ')
