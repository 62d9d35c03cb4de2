import { z } from 'zod'
import type { MessageRef } from './sentence.ts'

/** Schema of {@link MessageRef} on the wire. */
export const messageRefSchema: z.ZodType<MessageRef> = z.object({
  key: z.string(),
  values: z.record(z.string(), z.unknown()),
})
