import { formatSize } from '#shared/sandbox/size.ts'
import type { Access, Caps, Key } from '../../node/access/keys.ts'

/** Keys and the caps of namespaces, as `list` prints them; `now` in ms. */
export function keyTable(access: Access, now: number): string {
  const rows = access.keys.map((key) => [
    key.name,
    key.role,
    key.namespace,
    validity(key, now),
    capsText(key.caps),
  ])
  for (const [name, caps] of Object.entries(access.namespaces)) rows.push(['*', '', name, '', capsText(caps)])
  if (rows.length === 0) return 'There are no keys.\n'
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

/** An expired key would otherwise read as valid all day. */
function validity({ revoked, expires }: Key, now: number): string {
  if (revoked !== undefined) return `revoked ${day(revoked)}`
  if (expires === undefined) return 'no end'
  return `${Date.parse(expires) > now ? 'until' : 'expired'} ${day(expires)}`
}

const day = (time: string): string => time.slice(0, 10)

const capsText = (caps: Caps): string =>
  Object.entries(caps)
    .map(([name, most]) => `${name} ${name === 'memory' || name === 'disk' ? formatSize(most) : most}`)
    .join(', ')
