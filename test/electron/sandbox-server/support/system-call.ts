/** The system call ABIs of an x86-64 machine. */
export type WayIn = 'x86-64' | 'i386' | 'x32'

const X32 = 0x4000_0000

/**
 * A tiny program that makes one system call and exits with its errno, 0 on success: no compiler, no library, nothing between the test
 * and the kernel. For x86-64 Linux.
 */
export function systemCallProgram(way: WayIn, number: number, args: readonly number[]): Buffer {
  const wide = way !== 'i386'
  // mov edi/esi/edx/r10d or ebx/ecx/edx, imm32
  const registers = wide ? [[0xbf], [0xbe], [0xba], [0x41, 0xba]] : [[0xbb], [0xb9], [0xba]]
  const set = registers.flatMap((opcode, index) => [...opcode, ...word(args[index] ?? 0)])
  const call = wide ? [0x0f, 0x05] : [0xcd, 0x80] // syscall or int 0x80
  const errno = [0x31, 0xff, 0x85, 0xc0, 0x79, 0x04, 0xf7, 0xd8, 0x89, 0xc7] // edi = eax < 0 ? -eax : 0
  const load = (value: number) => [0xb8, ...word(value)] // mov eax, value
  const entered = load(way === 'x32' ? number + X32 : number)
  const code = Buffer.from([...set, ...entered, ...call, ...errno, ...load(60), 0x0f, 0x05]) // exit(edi)
  const header = Buffer.alloc(64 + 56)
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  header.writeUInt16LE(2, 16) // an executable
  header.writeUInt16LE(62, 18) // x86-64
  header.writeUInt32LE(1, 20)
  header.writeBigUInt64LE(ADDRESS + BigInt(header.length), 24)
  header.writeBigUInt64LE(64n, 32) // where the program header is
  header.writeUInt16LE(64, 52)
  header.writeUInt16LE(56, 54)
  header.writeUInt16LE(1, 56)
  header.writeUInt32LE(1, 64) // load
  header.writeUInt32LE(5, 68) // readable, executable
  header.writeBigUInt64LE(ADDRESS, 80)
  header.writeBigUInt64LE(ADDRESS, 88)
  header.writeBigUInt64LE(BigInt(header.length + code.length), 96)
  header.writeBigUInt64LE(BigInt(header.length + code.length), 104)
  header.writeBigUInt64LE(0x1000n, 112)
  return Buffer.concat([header, code])
}

const ADDRESS = 0x40_0000n

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}
