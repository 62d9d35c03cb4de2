import { z } from 'zod'

const headers = z.record(z.string(), z.string())

/**
 * The raw HTTP exchange behind an answer, for the request pane. Credentials in headers are masked. It repeats what the
 * event has parsed from it, because platforms differ in fields, envelope and spelling, and only the original shows that.
 */
export const exchangeSchema = z.object({
  method: z.string(),
  url: z.string(),
  request: z.unknown(),
  requestHeaders: headers.optional(),
  /** 0 when there was no answer. */
  status: z.number(),
  response: z.unknown(),
  /**
   * Raw response, if it contains numbers that our serialisation would spell differently, such as `1.0` or
   * ones that exceed double precision.
   */
  responseText: z.string().optional(),
  responseHeaders: headers.optional(),
  milliseconds: z.number(),
})
export type Exchange = z.infer<typeof exchangeSchema>

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** Whether a JSON text contains a number whose spelling is lost by parsing. */
export const spellsNumbersOtherwise = (json: string): boolean =>
  (json.match(TOKENS) ?? []).some((token) => !token.startsWith('"') && String(Number(token)) !== token)
