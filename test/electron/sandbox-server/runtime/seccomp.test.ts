import { describe, expect, it } from 'vitest'
import { seccompFilter } from '../../../../electron/sandbox-server/runtime/seccomp.ts'

/** From `linux/audit.h` and `asm/unistd.h`. */
const X86_64 = 0xc000_003e
const I386 = 0x4000_0003
const ARM64 = 0xc000_00b7
const X32 = 0x4000_0000
const NEW_USER = 0x1000_0000

interface Call {
  readonly audit: number
  readonly number: number
  readonly args?: readonly number[]
}

/** Interprets the filter as the kernel does. */
function judge(processor: string, { audit, number, args = [] }: Call): string {
  const program = seccompFilter(processor) ?? expect.unreachable()
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number >>> 0, 0)
  data.writeUInt32LE(audit, 4)
  for (const [index, value] of args.entries()) data.writeUInt32LE(value >>> 0, 16 + 8 * index)
  let accumulator = 0
  for (let at = 0; at < program.length; at += 8) {
    const [code, ifTrue, ifFalse] = [program.readUInt16LE(at), program[at + 2] ?? 0, program[at + 3] ?? 0]
    const value = program.readUInt32LE(at + 4)
    const jump = (holds: boolean) => (at += 8 * (holds ? ifTrue : ifFalse))
    if (code === 0x20) accumulator = data.readUInt32LE(value)
    else if (code === 0x15) jump(accumulator === value)
    else if (code === 0x35) jump(accumulator >= value)
    else if (code === 0x45) jump((accumulator & value) !== 0)
    else if (code === 0x06) return answers[value] ?? `errno ${value & 0xffff}`
    else expect.unreachable(`instruction ${code}`)
  }
  return expect.unreachable('the program has no end')
}
const answers: Readonly<Record<number, string>> = { [0x7fff_0000]: 'allowed', [0x8000_0000]: 'killed' }

describe('the system call filter', () => {
  it.each([
    ['keyctl', X86_64, 250, [], 'errno 1'],
    ['add_key', X86_64, 248, [], 'errno 1'],
    ['request_key', X86_64, 249, [], 'errno 1'],
    ['bpf', X86_64, 321, [], 'errno 1'],
    ['perf_event_open', X86_64, 298, [], 'errno 1'],
    ['userfaultfd', X86_64, 323, [], 'errno 1'],
    ['kexec_load', X86_64, 246, [], 'errno 1'],
    ['kexec_file_load', X86_64, 320, [], 'errno 1'],
    ['io_uring_setup', X86_64, 425, [], 'errno 38'],
    ['io_uring_enter', X86_64, 426, [], 'errno 38'],
    ['io_uring_register', X86_64, 427, [], 'errno 38'],
    ['clone3', X86_64, 435, [], 'errno 38'],
    ['clone of a user namespace', X86_64, 56, [NEW_USER | 17], 'errno 1'],
    ['clone of a thread', X86_64, 56, [0x3d_0f00], 'allowed'],
    ['fork', X86_64, 57, [], 'allowed'],
    ['unshare of a user namespace', X86_64, 272, [NEW_USER], 'errno 1'],
    ['unshare of files', X86_64, 272, [0x400], 'allowed'],
    ['TIOCSTI', X86_64, 16, [0, 0x5412], 'errno 1'],
    ['TIOCLINUX', X86_64, 16, [0, 0x541c], 'errno 1'],
    ['TIOCGWINSZ', X86_64, 16, [0, 0x5413], 'allowed'],
    ['ptrace', X86_64, 101, [], 'allowed'],
    ['read', X86_64, 0, [], 'allowed'],
    ['x32 keyctl', X86_64, X32 + 250, [], 'errno 38'],
    ['x32 read', X86_64, X32, [], 'errno 38'],
    ['no call', X86_64, -1, [], 'errno 38'],
    ['i386 keyctl', I386, 288, [], 'errno 1'],
    ['i386 add_key', I386, 286, [], 'errno 1'],
    ['i386 clone of a user namespace', I386, 120, [NEW_USER], 'errno 1'],
    ['i386 unshare of a user namespace', I386, 310, [NEW_USER], 'errno 1'],
    ['i386 TIOCSTI', I386, 54, [0, 0x5412], 'errno 1'],
    ['i386 clone3', I386, 435, [], 'errno 38'],
    ['i386 bpf', I386, 357, [], 'errno 1'],
    ['i386 read', I386, 3, [], 'allowed'],
    ['a foreign way in', ARM64, 0, [], 'killed'],
  ])('on x64: %s', (_name, audit, number, args, expected) => {
    expect(judge('x64', { audit, number, args })).toBe(expected)
  })

  it.each([
    ['keyctl', ARM64, 219, [], 'errno 1'],
    ['clone of a user namespace', ARM64, 220, [NEW_USER], 'errno 1'],
    ['32 bit keyctl', 0x4000_0028, 311, [], 'errno 1'],
    ['read', ARM64, 63, [], 'allowed'],
  ])('on arm64: %s', (_name, audit, number, args, expected) => {
    expect(judge('arm64', { audit, number, args })).toBe(expected)
  })

  it('is not made up for a processor whose calls it does not know', () => {
    expect(seccompFilter('s390x')).toBeUndefined()
  })
})
