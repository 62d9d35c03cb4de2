import { z } from 'zod'
import { documentName } from '../../documents/define.ts'
import { event, procedure } from '../procedure.ts'

const named = z.object({ id: documentName })
const ids = z.array(documentName)

/**
 * Whose commands run without asking. An investigation itself is a document that pages change; that it was begun here, or that a person
 * trusts it, is kept apart, where no change of a page reaches.
 */
export const investigations = {
  /** Before anything is in it: one that exists already may hold what a file brought, and stays as it is. */
  begin: procedure({ input: named, output: z.null() }),
  /** A person read it. */
  trust: procedure({ input: named, output: z.null() }),
  trusted: procedure({ input: z.object({}), output: ids }),
  trustChanged: event(ids),
}
