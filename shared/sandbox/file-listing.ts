/** A directory entry in a sandbox. */
export interface DirectoryEntry {
  readonly name: string
  readonly kind: 'file' | 'directory' | 'link' | 'other'
  /** Bytes. */
  readonly size: number
  /** Unix milliseconds. */
  readonly modified: number
  /** Permission bits, for example 0o644. */
  readonly mode: number
  readonly owner: string
  /** Target of a symbolic link, and whether it is a directory. */
  readonly target?: string
  readonly toFolder?: boolean
}

/** Error messages of {@link LISTING}, because every shell words its own differently. */
export const LISTING_REFUSALS = {
  missing: 'there is no such folder',
  file: 'it is not a folder',
  closed: 'its permissions do not allow it',
} as const

/**
 * Lists the directory $1 with `stat`, in the subset common to GNU and BusyBox. Per entry: a line of
 * attributes, the name ended by NUL, for a symbolic link its target, ended by NUL, and `d` if that is a directory, ended by NUL. Names
 * may contain anything but NUL and `/`.
 */
export const LISTING = [
  'cd -- "$1" 2>/dev/null || {',
  `  if [ -d "$1" ]; then why='${LISTING_REFUSALS.closed}'`,
  `  elif [ -e "$1" ]; then why='${LISTING_REFUSALS.file}'`,
  `  else why='${LISTING_REFUSALS.missing}'; fi`,
  '  printf "%s: %s\\n" "$1" "$why" >&2; exit 1',
  '}',
  'for f in .* *; do',
  '  case $f in .|..) continue ;; esac',
  '  [ -e "$f" ] || [ -L "$f" ] || continue',
  '  facts=$(stat -c "%f/%s/%Y/%U/" -- "$f") || continue',
  '  target=; to=; if [ -L "$f" ]; then target=$(readlink -- "$f"); [ -d "$f" ] && to=d; fi',
  '  printf \'%s%s\\0%s\\0%s\\0\' "$facts" "$f" "$target" "$to"',
  'done; exit 0',
].join('\n')

const TYPE_MASK = 0o170000
const KINDS: Readonly<Record<number, DirectoryEntry['kind']>> = {
  0o100000: 'file',
  0o040000: 'directory',
  0o120000: 'link',
}

/** Parses the output of {@link LISTING}; skips malformed entries. */
export function parseListing(text: string): DirectoryEntry[] {
  const fields = text.split('\0')
  const entries: DirectoryEntry[] = []
  for (let n = 0; n + 2 < fields.length; n += 3) {
    const match = /^([0-9a-f]+)\/(\d+)\/(-?\d+)\/([^/]*)\/([^]+)$/.exec(fields[n] ?? '')
    if (!match) continue
    const [, mode = '0', size, modified, owner = '', name = ''] = match
    const bits = Number.parseInt(mode, 16)
    const target = fields[n + 1]
    entries.push({
      name,
      kind: KINDS[bits & TYPE_MASK] ?? 'other',
      size: Number(size),
      modified: Number(modified) * 1000,
      mode: bits & 0o7777,
      owner,
      ...(target ? { target, toFolder: fields[n + 2] === 'd' } : {}),
    })
  }
  return entries
}
