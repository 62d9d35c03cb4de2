import { keyctlNumber } from '../seccomp.ts'
import { findTool } from './tools.ts'

/** Syscall number of setns(2) by Node's processor name (asm/unistd.h). */
const SETNS: Readonly<Record<string, number>> = { x64: 308, arm64: 268, riscv64: 268, loong64: 268 }

/**
 * Joins the session keyring of a name and makes it findable by this user's processes (KEYCTL_SETPERM), enters namespaces and executes the
 * remaining arguments, so that one program does what would take three. Failure of the former is tolerated, since the seccomp filter denies
 * all use of keys. The server's root becomes the sandbox's. If it is to wait, it reads the last arguments from descriptor 3, as
 * {@link messageOf} writes them, and leaves what follows them to be read. Arguments: whether to wait, the numbers of keyctl(2) and
 * setns(2), the keyring's name or nothing, how many namespaces, and their files. Uses no Perl modules, which Debian's perl-base lacks.
 */
const ENTER = [
  'sub fail { print STDERR "$_[0]: $!\\n"; exit 125 }',
  'sub get { my $t = ""; while (length $t < $_[0]) { sysread(M, $t, $_[0] - length $t, length $t) or exit 125 } $t }',
  '($waits, $keyctl, $setns, $ring, $n, @w) = @ARGV; $root = $n && !$<;',
  'if ($ring ne "") { $ring .= "\\0"; syscall($keyctl + 0, 1, $ring); syscall($keyctl + 0, 5, -3, 0x3f1b0000) }',
  '@n = map { open(my $f, "<", $_) or fail($_); $f } splice @w, 0, $n;',
  'for (@n) { syscall($setns + 0, fileno $_, 0) == 0 or fail("setns") }',
  'if ($root) { $) = "0 0"; $( = 0; ($<, $>) = (0, 0); $> == 0 or fail("setuid") }',
  // The highest descriptor that stays open when the program is executed.
  'if ($waits) { $^F = 3; open(M, "<&=3") or fail(3); @m = split(/\\0/, get(get(10)), -1); pop @m; push @w, @m }',
  'exec { $w[0] } @w or fail($w[0]);',
].join('\n')

interface Entry {
  /** Name of the session keyring to join; undefined to keep the server's. */
  readonly keyring?: string
  /** Whether it waits for its last arguments. */
  readonly waits: boolean
}

/** A command prefix that enters the namespaces of these files; undefined if this machine cannot ({@link ENTER}). */
export function entering(files: readonly string[], { keyring, waits }: Entry): string[] | undefined {
  const [perl, setns, keyctl] = [findTool('perl'), SETNS[process.arch], keyctlNumber()]
  if (perl === undefined || setns === undefined || keyctl === undefined) return undefined
  const numbers = [keyctl, setns].map(String)
  return [perl, '-e', ENTER, waits ? '1' : '', ...numbers, keyring ?? '', String(files.length), ...files]
}

/** The arguments for a process that waits, preceded by their length in bytes. */
export function messageOf(words: readonly string[]): string {
  const text = words.map((word) => `${word}\0`).join('')
  return String(Buffer.byteLength(text)).padStart(10, '0') + text
}
