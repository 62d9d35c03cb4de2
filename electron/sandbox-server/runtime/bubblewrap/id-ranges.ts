import { shellQuote } from '#shared/shell/quote.ts'
import { findTool } from './tools.ts'

/** Number of host ids mapped to a sandbox's users if root runs the server: 0…65535 inside. */
export const RANGE_SIZE = 65_536
/** The range that owns the files of sandboxes and images on disk, and is used by sandboxes that cannot have their own. */
export const RESERVED_RANGE = 2_000_000_000
/** Ranges for sandboxes above it: as many as fit below 2^31, above which some programs treat ids as negative. */
const RANGES = Math.floor((2 ** 31 - RESERVED_RANGE) / RANGE_SIZE) - 1

/** Syscall number of unshare(2) by Node's architecture name (asm/unistd.h); those of the mount calls are the same everywhere. */
const UNSHARE: Readonly<Record<string, number>> = { x64: 272, arm64: 97, riscv64: 97, loong64: 97 }

/**
 * Creates id-mapped mounts, which leave the files unchanged: a child's user namespace holds the mapping, and for each pair of source and
 * target it calls open_tree(2), mount_setattr(2) with MOUNT_ATTR_IDMAP and move_mount(2). All or nothing: no mount is moved before all are
 * mapped. Uses no Perl modules, which Debian's perl-base lacks.
 */
const MAP = [
  '($n, $from, $to, $count, @p) = @ARGV; pipe(R, W); pipe(S, T); $c = fork;',
  'if (!$c) { close R; close T; syscall($n + 0, 0x10000000) == 0 or exit 1; syswrite W, "x"; sysread S, $b, 1; exit }',
  'close W; close S; sysread(R, $b, 1) or die;',
  'for ("uid", "gid") { open(M, ">", "/proc/$c/${_}_map") && syswrite(M, "$from $to $count\\n") or die; close M }',
  'open(U, "<", "/proc/$c/ns/user") or die; $a = pack("Q4", 0x100000, 0, 0, fileno U); $e = "\\0";',
  'while (@p) { $s = shift(@p) . "\\0"; $t = shift(@p) . "\\0"; $f = syscall(428, -100, $s, 0x80001);',
  '$f >= 0 && syscall(442, $f, $e, 0x1000, $a, 32) == 0 or die; push @m, [$f, $t] }',
  'for (@m) { ($f, $t) = @$_; syscall(429, $f, $e, -100, $t, 4) == 0 or die } close T; waitpid $c, 0;',
].join(' ')

/** A mount, and where it appears with other owners: elsewhere, or over itself. */
type Place = readonly [source: string, target: string]

/**
 * A shell condition that id-maps files of {@link RESERVED_RANGE} in these places to another range. It is false, without any change, if the
 * kernel (5.19 for overlayfs), the file system or this machine's programs do not support it.
 */
export function mapping(range: number, places: readonly Place[]): string {
  const perl = findTool('perl')
  const unshare = UNSHARE[process.arch]
  if (perl === undefined || unshare === undefined || range === RESERVED_RANGE) return 'false'
  const words = [perl, '-e', MAP, unshare, RESERVED_RANGE, range, RANGE_SIZE, ...places.flat()]
  return `${words.map((word) => shellQuote(String(word))).join(' ')} 2>/dev/null`
}

/** The id ranges of running sandboxes. Chosen at random, so that two servers on one machine rarely collide. */
export class IdRanges {
  readonly #taken = new Set<number>()

  take(): number {
    if (this.#taken.size > RANGES / 2) return RESERVED_RANGE
    for (;;) {
      const range = RESERVED_RANGE + RANGE_SIZE * (1 + Math.floor(Math.random() * RANGES))
      if (this.#taken.has(range)) continue
      this.#taken.add(range)
      return range
    }
  }

  release(range: number): void {
    this.#taken.delete(range)
  }
}
