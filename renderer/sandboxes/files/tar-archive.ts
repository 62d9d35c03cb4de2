/** A member of an archive: a file with its bytes, or a folder without. */
export interface TarMember {
  /** Relative to the extraction folder. */
  readonly name: string
  readonly content?: Blob
  /** Unix milliseconds. */
  readonly modified?: number
  readonly mode: number
}

const BLOCK = 512
const NAME_BYTES = 100
/** The largest size that fits eleven octal digits. */
const MAX_OCTAL_SIZE = 8 ** 11 - 1

/**
 * Builds a tar archive for GNU tar, BusyBox and bsdtar. Files are referenced, not read: a blob streams them
 * from disk while it is sent, so any size takes no memory.
 */
export function tarArchive(members: readonly TarMember[]): Blob {
  return new Blob([...members.flatMap(partsOf), new Uint8Array(2 * BLOCK)])
}

function partsOf({ name, content, modified = 0, mode }: TarMember): BlobPart[] {
  const path = new TextEncoder().encode(content ? name : `${name}/`)
  const type = content ? '0' : '5'
  const size = content?.size ?? 0
  const fields = { mode, size, modified: Math.floor(modified / 1000), type }
  const parts: BlobPart[] = []
  if (path.length > NAME_BYTES) {
    // A long name needs a member of its own.
    const long = new Uint8Array(path.length + 1)
    long.set(path)
    const named = { mode: 0, size: long.length, modified: 0, type: 'L' }
    parts.push(headerOf(new TextEncoder().encode('././@LongLink'), named), long, padding(long.length))
  }
  parts.push(headerOf(path.subarray(0, NAME_BYTES), fields))
  if (content) parts.push(content, padding(size))
  return parts
}

const padding = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK)

interface HeaderFields {
  readonly mode: number
  readonly size: number
  /** Unix seconds. */
  readonly modified: number
  readonly type: string
}

function headerOf(name: Uint8Array, { mode, size, modified, type }: HeaderFields): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(BLOCK)
  const write = (text: string, at: number): void => header.set(new TextEncoder().encode(text), at)
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`
  header.set(name)
  write(octal(mode, 7), 100)
  write(octal(0, 7), 108)
  write(octal(0, 7), 116)
  if (size <= MAX_OCTAL_SIZE) write(octal(size, 11), 124)
  else writeLargeSize(header, size)
  write(octal(Math.max(0, modified), 11), 136)
  write(' '.repeat(8), 148)
  write(type, 156)
  write('ustar  \0', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  write(`${octal(sum, 6)} `, 148)
  return header
}

/** In base 256, the GNU tar extension. */
function writeLargeSize(header: Uint8Array<ArrayBuffer>, size: number): void {
  new DataView(header.buffer).setBigUint64(128, BigInt(size))
  header[124] = 0x80
}
