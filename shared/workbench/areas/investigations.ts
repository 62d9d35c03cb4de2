import { z } from 'zod'
import { documentName } from '../../documents/define.ts'
import { event, procedure } from '../procedure.ts'

const named = z.object({ id: documentName })
const ids = z.array(documentName)

/**
 * Which investigations may run commands without asking. The investigation itself is a document that pages can
 * change; whether it was created here or trusted by the user is stored separately, out of a page's reach.
 */
export const investigations = {
  /**
   * Marks a new investigation as trusted before it has content. One that already exists may contain a file's
   * content and is not changed.
   */
  begin: procedure({ input: named, output: z.null() }),
  /** The user has reviewed it. */
  trust: procedure({ input: named, output: z.null() }),
  trusted: procedure({ input: z.object({}), output: ids }),
  trustChanged: event(ids),
}
