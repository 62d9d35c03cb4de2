/**
 * A place in a W3C trace (https://www.w3.org/TR/trace-context/, version 00): which one, and whose call it is that goes on. Made and read
 * wherever a call passes: in the page, in MCP's `_meta`, in headers of HTTP.
 */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly trace: string
  /** 16 hexadecimal digits. */
  readonly span: string
  /** 2 hexadecimal digits; the last bit says that the trace is recorded. */
  readonly flags: string
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** The place in a `traceparent`; undefined for anything that is none. Later versions may have more behind what this one has. */
export function readTraceparent(text: unknown): Trace | undefined {
  const found = typeof text === 'string' ? FORM.exec(text) : null
  const [, version, trace = '', span = '', flags = '', more] = found ?? []
  if (!found || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  return isZero(trace) || isZero(span) ? undefined : { trace, span, flags }
}

export const traceparentOf = ({ trace, span, flags }: Trace): string => `00-${trace}-${span}-${flags}`

/** A trace that begins here. */
export const freshTrace = (): Trace => ({ trace: hex(16), span: hex(8), flags: '01' })

/** The next place in the same trace. */
export const nextIn = ({ trace, flags }: Trace): Trace => ({ trace, span: hex(8), flags })

const isZero = (digits: string): boolean => /^0+$/.test(digits)

function hex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  // Zeros alone mean nothing.
  random[0] ||= 1
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
