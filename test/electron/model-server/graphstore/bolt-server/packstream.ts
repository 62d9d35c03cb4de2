/**
 * PackStream, the value format of Bolt, implemented from its specification and independently of the driver's codec, so that
 * one verifies the other. Only what the tests exchange: null, booleans, numbers, strings, lists, maps, structures.
 */
export class Structure {
  readonly tag: number
  readonly fields: readonly unknown[]
  constructor(tag: number, fields: readonly unknown[]) {
    this.tag = tag
    this.fields = fields
  }
}

const bytes = (...values: number[]): Buffer => Buffer.from(values)

/** A size in its shortest form: within the marker up to 15, then in 1, 2 or 4 bytes. */
function header(tiny: number, next: number, size: number): Buffer {
  if (size < 16) return bytes(tiny | size)
  if (size < 0x100) return bytes(next, size)
  if (size < 0x1_0000) return bytes(next + 1, size >> 8, size & 0xff)
  const wide = Buffer.alloc(5)
  wide[0] = next + 2
  wide.writeUInt32BE(size, 1)
  return wide
}

function packNumber(value: number): Buffer {
  if (Number.isInteger(value) && value >= -16 && value < 128) return bytes(value & 0xff)
  const wide = Buffer.alloc(9)
  if (Number.isSafeInteger(value)) {
    wide[0] = 0xcb
    wide.writeBigInt64BE(BigInt(value), 1)
  } else {
    wide[0] = 0xc1
    wide.writeDoubleBE(value, 1)
  }
  return wide
}

export function pack(value: unknown): Buffer {
  if (value === null || value === undefined) return bytes(0xc0)
  if (typeof value === 'boolean') return bytes(value ? 0xc3 : 0xc2)
  if (typeof value === 'number') return packNumber(value)
  if (typeof value === 'bigint') return packNumber(Number(value))
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([header(0x80, 0xd0, text.length), text])
  }
  if (Array.isArray(value)) return Buffer.concat([header(0x90, 0xd4, value.length), ...value.map(pack)])
  if (value instanceof Structure) {
    return Buffer.concat([bytes(0xb0 | value.fields.length, value.tag), ...value.fields.map(pack)])
  }
  const entries = Object.entries(value)
  return Buffer.concat([
    header(0xa0, 0xd8, entries.length),
    ...entries.flatMap(([key, inner]) => [pack(key), pack(inner)]),
  ])
}

/** Reads the one value that fills `data`. */
export function unpack(data: Buffer): unknown {
  return new Unpacker(data).value()
}

class Unpacker {
  readonly #data: Buffer
  #at = 0
  constructor(data: Buffer) {
    this.#data = data
  }

  value(): unknown {
    const marker = this.#unsigned(1)
    if (marker < 0x80) return marker
    if (marker >= 0xf0) return marker - 0x100
    const [high, low] = [marker & 0xf0, marker & 0x0f]
    if (high === 0x80) return this.#text(low)
    if (high === 0x90) return this.#list(low)
    if (high === 0xa0) return this.#map(low)
    if (high === 0xb0) return this.#structure(low)
    return this.#marked(marker)
  }

  #marked(marker: number): unknown {
    switch (marker) {
      case 0xc0:
        return null
      case 0xc1:
        return this.#take(8).readDoubleBE()
      case 0xc2:
        return false
      case 0xc3:
        return true
      case 0xc8:
        return this.#take(1).readInt8()
      case 0xc9:
        return this.#take(2).readInt16BE()
      case 0xca:
        return this.#take(4).readInt32BE()
      case 0xcb:
        return Number(this.#take(8).readBigInt64BE())
    }
    const size = this.#unsigned(2 ** (marker & 0x03))
    if (marker >= 0xd0 && marker <= 0xd2) return this.#text(size)
    if (marker >= 0xd4 && marker <= 0xd6) return this.#list(size)
    if (marker >= 0xd8 && marker <= 0xda) return this.#map(size)
    throw new Error(`unknown PackStream marker ${marker.toString(16)}`)
  }

  #take(size: number): Buffer {
    const part = this.#data.subarray(this.#at, this.#at + size)
    this.#at += size
    return part
  }

  #unsigned(size: number): number {
    return this.#take(size).readUIntBE(0, size)
  }

  #text(size: number): string {
    return this.#take(size).toString()
  }

  #list(size: number): unknown[] {
    return Array.from({ length: size }, () => this.value())
  }

  #map(size: number): Record<string, unknown> {
    return Object.fromEntries(Array.from({ length: size }, () => [String(this.value()), this.value()]))
  }

  #structure(size: number): Structure {
    return new Structure(this.#unsigned(1), this.#list(size))
  }
}
