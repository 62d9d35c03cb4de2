import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type ProbeOptions, tryNamespaces } from '../bubblewrap/probe.ts'
import type { NamespaceRuntime } from '../bubblewrap/runtime.ts'
import { findTool, findTools } from '../bubblewrap/tools.ts'
import { RuntimeFailure } from '../runtime.ts'
import { keyctlNumber, seccompFilter } from '../seccomp.ts'
import { LOOPBACK_PROGRAMS, PROGRAMS, utilLinuxWay } from './way.ts'

/** Syscall number of prctl(2) by Node's architecture name (asm/unistd.h). */
const PRCTL: Readonly<Record<string, number>> = { x64: 157, arm64: 167, riscv64: 167, loong64: 167, arm: 172 }

/**
 * `keyctl(KEYCTL_JOIN_SESSION_KEYRING, NAME)`, KEYCTL_SETPERM so that the next process finds it, then `prctl(PR_SET_SECCOMP,
 * SECCOMP_MODE_FILTER, &fprog)`, then executes the remaining arguments. Arguments: the two syscall numbers, the filter in hexadecimal, and
 * the keyring's name. Uses no Perl modules, which Debian's perl-base lacks.
 */
const PERL = [
  '$k = shift; $p = shift; $f = pack("H*", shift); $r = shift() . "\\0"; syscall($k + 0, 1, $r);',
  'syscall($k + 0, 5, -3, 0x3f1b0000);',
  '$a = length(pack("P", $f)); $q = pack("S x!$a P", length($f) / 8, $f);',
  'syscall($p, 22, 2, $q) == 0 or die "the system call filter: $!\\n"; exec @ARGV or die "$ARGV[0]: $!\\n";',
].join(' ')

const PYTHON = [
  'import ctypes, os, sys',
  'k, p, f = int(sys.argv[1]), int(sys.argv[2]), bytes.fromhex(sys.argv[3])',
  'c = ctypes.CDLL(None, use_errno=True); b = ctypes.create_string_buffer(f, len(f))',
  'class Q(ctypes.Structure): _fields_ = [("n", ctypes.c_ushort), ("f", ctypes.c_void_p)]',
  'c.syscall(k, 1, sys.argv[4].encode()); c.syscall(k, 5, -3, 0x3f1b0000)',
  'if c.syscall(p, 22, 2, ctypes.byref(Q(len(f) // 8, ctypes.addressof(b)))): sys.exit("the system call filter: " + os.strerror(ctypes.get_errno()))',
  'os.execvp(sys.argv[5], sys.argv[5:])',
].join('\n')

const LANGUAGES = [
  { name: 'perl', words: ['-e', PERL] },
  { name: 'python3', words: ['-I', '-c', PYTHON] },
] as const

/**
 * Command prefix that, followed by a name, joins the session keyring of that name and installs the seccomp filter, which util-linux cannot
 * do: implemented in Perl or Python. Undefined if the machine has neither, or the architecture's syscalls are unknown.
 */
function guardWords(processor: string = process.arch): readonly string[] | undefined {
  const [keyctl, prctl, filter] = [keyctlNumber(processor), PRCTL[processor], seccompFilter(processor)]
  const language = LANGUAGES.find(({ name }) => findTool(name))
  if (keyctl === undefined || prctl === undefined || !filter || !language) return undefined
  const file = findTool(language.name) ?? language.name
  return [file, ...language.words, String(keyctl), String(prctl), filter.toString('hex')]
}

/** Tries util-linux alone on this machine. @throws RuntimeFailure that says what is missing and how to get it */
export async function probeNamespaces(options: ProbeOptions): Promise<NamespaceRuntime> {
  if (process.platform !== 'linux') throw new RuntimeFailure('namespaces need Linux')
  const programs = findTools(PROGRAMS)
  const version = (await promisify(execFile)(programs.unshare, ['--version'])).stdout.trim().split(' ').at(-1)
  const loopback = LOOPBACK_PROGRAMS.find((name) => findTool(name))
  const missing = ['Only this machine’s own system: imported images need bubblewrap or a container engine.']
  if (loopback === undefined) {
    const wanted = LOOPBACK_PROGRAMS.join(', ')
    missing.push(
      `None of ${wanted} is here to give a sandbox a network of its own: it shares this machine’s.`,
    )
  }
  const attempt = (guard: readonly string[], unguarded: readonly string[]) =>
    tryNamespaces(options, utilLinuxWay({ programs, loopback, guard }), {
      name: 'namespaces',
      version: version ?? '',
      abilities: loopback === undefined ? [] : ['network'],
      networks: loopback === undefined ? ['shared', 'none'] : ['own', 'shared', 'none', 'allow'],
      missing: [...missing, ...unguarded],
    })
  const guard = guardWords()
  const guarded = guard && (await attempt(guard, []).catch(() => undefined))
  return guarded ?? attempt([], [UNGUARDED])
}

const UNGUARDED =
  'No system call filter and no keyring for each sandbox: they need bubblewrap, or Perl or Python on this machine.'
