import { z } from 'zod'
import { documentName as storeName } from '#shared/documents/define.ts'
import { event, procedure } from '../procedure.ts'

const inCollection = z.object({ collection: storeName })
const one = inCollection.extend({ id: storeName })

/** Documents of environments, which are not owned by the core yet: one JSON file each. An acknowledged write is on the disk. */
export const store = {
  read: procedure({ input: one, output: z.object({ value: z.unknown(), found: z.boolean() }) }),
  write: procedure({ input: one.extend({ value: z.unknown() }), output: z.null() }),
  remove: procedure({ input: one, output: z.null() }),
  list: procedure({
    input: inCollection,
    output: z.array(z.object({ id: z.string(), modified: z.number(), value: z.unknown() })),
  }),
  changed: event(one),
}
