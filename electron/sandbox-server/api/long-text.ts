import { constants, isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import type { OutputBytes } from '../../node/output-bytes.ts'
import { decodeBytes } from '../../node/terminal-text.ts'

/** Bytes or characters of a text that are handled together; between two slices other calls are served. */
export const SLICE_LENGTH = 256 * 1024

/** The most characters of JSON that one byte, or one character of a text, becomes: `\u0000`. */
const MAX_ESCAPED = 6

/** Output of a program as text (docs/sandbox-platform.md#output), decoded only while it is sent. */
export class LongText {
  readonly #bytes: OutputBytes

  constructor(bytes: OutputBytes) {
    this.#bytes = bytes
  }

  /** In bytes. */
  get length(): number {
    return this.#bytes.length
  }

  *slices(): Generator<string> {
    for (const bytes of this.#bytes.slices(SLICE_LENGTH)) yield decodeBytes(bytes)
  }

  async isUtf8(): Promise<boolean> {
    for (const bytes of this.#bytes.slices(SLICE_LENGTH)) {
      if (!isUtf8(bytes)) return false
      await setImmediate()
    }
    return true
  }

  /** The whole text. */
  async text(): Promise<string> {
    const slices: string[] = []
    for (const slice of this.slices()) {
      slices.push(slice)
      await setImmediate()
    }
    return slices.join('')
  }

  toJSON(): string {
    return [...this.slices()].join('')
  }
}

/** Whether a text in the value, of objects in objects, is too long to be encoded at once. */
export const hasLongText = (value: unknown): boolean =>
  lengthsOf(value).some((length) => length > SLICE_LENGTH)

/** Whether the JSON text of the value is longer than any text that V8, and so a client in JavaScript, can hold. */
export async function isBeyondJson(value: unknown): Promise<boolean> {
  const most = lengthsOf(value).reduce((sum, length) => sum + length * MAX_ESCAPED, 0)
  if (most < constants.MAX_STRING_LENGTH) return false
  let length = 0
  for (const part of jsonParts(value)) {
    length += part.length
    if (length > constants.MAX_STRING_LENGTH) return true
    await setImmediate()
  }
  return false
}

function lengthsOf(value: unknown): number[] {
  if (typeof value === 'string' || value instanceof LongText) return [value.length]
  return isObject(value) ? Object.values(value).flatMap(lengthsOf) : []
}

/** The JSON text of the value as a stream, which other calls are served beside. */
export function jsonStream(value: unknown): ReadableStream<Uint8Array> {
  return ReadableStream.from(paced(value))
}

async function* paced(value: unknown): AsyncGenerator<Uint8Array> {
  for (const part of jsonParts(value)) {
    yield Buffer.from(part)
    await setImmediate()
  }
}

/** The JSON text of the value in parts: long texts, of objects in objects, come in slices. */
function* jsonParts(value: unknown): Generator<string> {
  if (value instanceof LongText || isLong(value)) {
    yield '"'
    for (const slice of typeof value === 'string' ? slicesOf(value) : value.slices()) {
      yield JSON.stringify(slice).slice(1, -1)
    }
    yield '"'
  } else if (isObject(value)) {
    let before = '{'
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${before}${JSON.stringify(key)}:`
      yield* jsonParts(member)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  } else yield JSON.stringify(value)
}

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > SLICE_LENGTH

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Slices of a text that divide no pair of surrogates. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = at + SLICE_LENGTH
    const next = text.slice(at, (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end)
    yield next
    at += next.length
  }
}
