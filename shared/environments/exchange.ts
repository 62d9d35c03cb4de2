import { z } from 'zod'

const headers = z.record(z.string(), z.string())

/** The raw exchange behind an answer, for the tester's request pane. Credentials in headers are blotted out. */
export const exchangeSchema = z.object({
  method: z.string(),
  url: z.string(),
  request: z.unknown(),
  requestHeaders: headers.optional(),
  /** 0 when there was no answer at all. */
  status: z.number(),
  response: z.unknown(),
  responseHeaders: headers.optional(),
  milliseconds: z.number(),
})
export type Exchange = z.infer<typeof exchangeSchema>
