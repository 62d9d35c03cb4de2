/**
 * W3C trace context (https://www.w3.org/TR/trace-context/, version 00): a trace id and the current span.
 * Propagated through the page, MCP's `_meta` and HTTP headers.
 */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly trace: string
  /** 16 hexadecimal digits. */
  readonly span: string
  /** 2 hexadecimal digits; the lowest bit means sampled. */
  readonly flags: string
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Parses a `traceparent`; undefined if invalid. Later versions may have further fields at the end. */
export function readTraceparent(text: unknown): Trace | undefined {
  const found = typeof text === 'string' ? FORM.exec(text) : null
  const [, version, trace = '', span = '', flags = '', more] = found ?? []
  if (!found || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  return isZero(trace) || isZero(span) ? undefined : { trace, span, flags }
}

export const traceparentOf = ({ trace, span, flags }: Trace): string => `00-${trace}-${span}-${flags}`

/** Starts a new trace. */
export const freshTrace = (): Trace => ({ trace: hex(16), span: hex(8), flags: '01' })

/** Creates a new span in the same trace. */
export const nextIn = ({ trace, flags }: Trace): Trace => ({ trace, span: hex(8), flags })

const isZero = (digits: string): boolean => /^0+$/.test(digits)

function hex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  // All zeros is invalid.
  random[0] ||= 1
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
