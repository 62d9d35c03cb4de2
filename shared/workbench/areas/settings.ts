import { z } from 'zod'
import { event, procedure } from '../procedure.ts'

export const settings = {
  /** All settings changed from their default, by dotted name. */
  all: procedure({ input: z.object({}), output: z.record(z.string(), z.unknown()) }),
  /** Sets one; `undefined` resets it to its default. */
  set: procedure({ input: z.object({ name: z.string(), value: z.unknown().optional() }), output: z.null() }),
  changed: event(z.record(z.string(), z.unknown())),
}
