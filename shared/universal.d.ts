/**
 * Globals common to every JavaScript host we run on (browsers, workers, Node, Electron), declared by hand so
 * that `shared/` needs neither DOM nor Node types. Only this project includes the file; the others use full
 * types.
 */
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
  throwIfAborted(): void
}

declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}

declare class TextEncoder {
  encode(text: string): Uint8Array
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}

declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array }

declare function structuredClone<T>(value: T): T
declare function queueMicrotask(callback: () => void): void

declare class URL {
  static canParse(address: string): boolean
  constructor(address: string)
  readonly origin: string
  readonly pathname: string
}

declare class URLSearchParams {
  constructor(entries: Readonly<Record<string, string>>)
  toString(): string
}
