import { z } from 'zod'

const headers = z.record(z.string(), z.string())

/** The raw exchange behind an answer, for the tester's request pane. Credentials in headers are masked. */
export const exchangeSchema = z.object({
  method: z.string(),
  url: z.string(),
  request: z.unknown(),
  requestHeaders: headers.optional(),
  /** 0 when there was no answer at all. */
  status: z.number(),
  response: z.unknown(),
  /** The answer as it came, where a number in it was spelled otherwise than we would: `1.0`, or more digits than a number here holds. */
  responseText: z.string().optional(),
  responseHeaders: headers.optional(),
  milliseconds: z.number(),
})
export type Exchange = z.infer<typeof exchangeSchema>

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** Whether a JSON text holds a number whose spelling is lost when it is parsed. */
export const spellsNumbersOtherwise = (json: string): boolean =>
  (json.match(TOKENS) ?? []).some((token) => !token.startsWith('"') && String(Number(token)) !== token)
