import { z } from 'zod'
import { procedure } from '../procedure.ts'

const name = z.string().regex(/^[\w.-]{1,80}$/, 'letters, digits, dots, dashes and underscores')

/** Secrets are write-only: no procedure returns a value. */
export const secrets = {
  list: procedure({
    input: z.object({}),
    output: z.array(z.object({ name: z.string(), strength: z.enum(['encrypted', 'plain']) })),
  }),
  set: procedure({ input: z.object({ name, value: z.string().min(1).max(20_000) }), output: z.null() }),
  remove: procedure({ input: z.object({ name }), output: z.null() }),
}
