/**
 * The seccomp filter of every program in a sandbox: a classic BPF program for `seccomp(2)` and `bwrap --seccomp`. It closes kernel
 * interfaces that namespaces leave open: the keyrings, which are shared by all sandboxes of one user, and the interfaces in which most
 * escapes were found. Everything else is allowed: strace, gdb, compilers and databases run unchanged.
 */

/** Errors returned instead, which programs know how to handle. */
const EPERM = 1
const ENOSYS = 38

/** Filter return values (linux/seccomp.h). */
const ALLOW = 0x7fff_0000
const ERRNO = 0x0005_0000
const KILL_PROCESS = 0x8000_0000

/** Denied whatever their arguments. Libraries probe io_uring and do without it if the kernel lacks it. */
const REFUSED = {
  keyctl: EPERM,
  add_key: EPERM,
  request_key: EPERM,
  bpf: EPERM,
  perf_event_open: EPERM,
  userfaultfd: EPERM,
  kexec_load: EPERM,
  kexec_file_load: EPERM,
  io_uring_setup: ENOSYS,
  io_uring_enter: ENOSYS,
  io_uring_register: ENOSYS,
  // Its flags are in memory, which a filter cannot read; C libraries fall back to clone.
  clone3: ENOSYS,
} as const

/** Denied with certain arguments only. */
const INSPECTED = ['clone', 'unshare', 'ioctl'] as const

type Call = keyof typeof REFUSED | (typeof INSPECTED)[number]

/** A new user namespace, in which every program has all capabilities over what namespaces permit. */
const CLONE_NEWUSER = 0x1000_0000
/** TIOCSTI injects terminal input; TIOCLINUX can do the same through the virtual console's selection. */
const TERMINAL_INPUT = [0x5412, 0x541c]

/** A system call ABI: its kernel identifier (linux/audit.h) and syscall numbers. */
interface Abi {
  readonly audit: number
  readonly numbers: Readonly<Partial<Record<Call, number>>>
  /** From this number on another ABI begins that shares `audit`. */
  readonly below?: number
}

const RINGS = { io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427, clone3: 435 }

// prettier-ignore
const X86_64: Abi = {
  audit: 0xc000_003e,
  // x32: the same calls with this bit set, and a few more.
  below: 0x4000_0000,
  numbers: {
    ...RINGS, ioctl: 16, clone: 56, kexec_load: 246, add_key: 248, request_key: 249, keyctl: 250, unshare: 272,
    perf_event_open: 298, kexec_file_load: 320, bpf: 321, userfaultfd: 323,
  },
}
// prettier-ignore
const I386: Abi = {
  audit: 0x4000_0003,
  numbers: {
    ...RINGS, ioctl: 54, clone: 120, kexec_load: 283, add_key: 286, request_key: 287, keyctl: 288, unshare: 310,
    perf_event_open: 336, bpf: 357, userfaultfd: 374,
  },
}
/** asm-generic/unistd.h, for all newer architectures. */
// prettier-ignore
const GENERIC = {
  ...RINGS, ioctl: 29, unshare: 97, kexec_load: 104, add_key: 217, request_key: 218, keyctl: 219, clone: 220,
  perf_event_open: 241, bpf: 280, userfaultfd: 282, kexec_file_load: 294,
}
const ARM64: Abi = { audit: 0xc000_00b7, numbers: GENERIC }
// prettier-ignore
const ARM: Abi = {
  audit: 0x4000_0028,
  numbers: {
    ...RINGS, ioctl: 54, clone: 120, add_key: 309, request_key: 310, keyctl: 311, unshare: 337, kexec_load: 347,
    perf_event_open: 364, bpf: 386, userfaultfd: 388, kexec_file_load: 401,
  },
}
const RISCV64: Abi = { audit: 0xc000_00f3, numbers: GENERIC }
const LOONG64: Abi = { audit: 0xc000_0102, numbers: GENERIC }

/** All ABIs of an architecture, by Node's name for it. */
const PROCESSORS: Readonly<Record<string, readonly Abi[]>> = {
  x64: [X86_64, I386],
  arm64: [ARM64, ARM],
  arm: [ARM],
  riscv64: [RISCV64],
  loong64: [LOONG64],
}

/**
 * Offsets in `struct seccomp_data`; of the 64-bit arguments only the lower half, which is all that the kernel reads of
 * these.
 */
const AT = { number: 0, audit: 4, argument: (index: number) => 16 + 8 * index }

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const answer = (value: number): Instruction => [0x06, 0, 0, value >>> 0]
/** Each skips this many instructions if its condition is false. */
const unlessEqual = (value: number, skip: number): Instruction => [0x15, 0, skip, value >>> 0]
const unlessAtLeast = (value: number, skip: number): Instruction => [0x35, 0, skip, value >>> 0]
const unlessAnyBit = (bits: number, skip: number): Instruction => [0x45, 0, skip, bits >>> 0]

/**
 * The syscall number of `keyctl`. `keyctl(1, NAME)` joins the session keyring of that name, creating it empty if missing; it is destroyed
 * with its last process.
 */
export const keyctlNumber = (processor: string = process.arch): number | undefined =>
  PROCESSORS[processor]?.[0]?.numbers.keyctl

/** The filter for an architecture; undefined if this table lacks its syscalls. */
export function seccompFilter(processor: string = process.arch): Buffer | undefined {
  const abis = PROCESSORS[processor]
  if (!abis) return undefined
  const blocks = abis.flatMap((abi) => {
    const block = [load(AT.number), ...rules(abi), answer(ALLOW)]
    return [unlessEqual(abi.audit, block.length), ...block]
  })
  // An ABI that this architecture should not have.
  return encoded([load(AT.audit), ...blocks, answer(KILL_PROCESS)])
}

function rules({ numbers, below }: Abi): Instruction[] {
  const refused = Object.entries(REFUSED).flatMap(([name, error]) => {
    const number = numbers[name as Call]
    return number === undefined ? [] : [unlessEqual(number, 1), answer(ERRNO | error)]
  })
  const beyond = below === undefined ? [] : [unlessAtLeast(below, 1), answer(ERRNO | ENOSYS)]
  const isolating = [load(AT.argument(0)), unlessAnyBit(CLONE_NEWUSER, 1), answer(ERRNO | EPERM)]
  const typing = TERMINAL_INPUT.flatMap((request) => [unlessEqual(request, 1), answer(ERRNO | EPERM)])
  return [
    ...beyond,
    ...refused,
    ...when(numbers.clone, isolating),
    ...when(numbers.unshare, isolating),
    ...when(numbers.ioctl, [load(AT.argument(1)), ...typing]),
  ]
}

/** Handles one call; if the body does not decide, the call is allowed. */
function when(number: number | undefined, body: readonly Instruction[]): Instruction[] {
  return number === undefined ? [] : [unlessEqual(number, body.length + 1), ...body, answer(ALLOW)]
}

/** `struct sock_filter` each: code, two jump offsets, value. All listed architectures are little-endian. */
function encoded(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8)
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(ifTrue, index * 8 + 2)
    bytes.writeUInt8(ifFalse, index * 8 + 3)
    bytes.writeUInt32LE(value, index * 8 + 4)
  }
  return bytes
}
