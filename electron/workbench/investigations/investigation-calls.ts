import { z } from 'zod'
import { defineDocument } from '#shared/documents/define.ts'
import { investigations } from '#shared/documents/investigations.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import type { Documents } from '../documents/documents.ts'

/** Not declared as a page's document: a page that could write it could approve its own commands. */
const trustedDocument = defineDocument<readonly string[]>({
  collection: 'workbench',
  id: 'trusted-investigations',
  schema: z.array(z.string()),
  initial: [],
})

/** The page's calls about investigations whose commands run without confirmation. */
export function investigationCalls(
  documents: Documents,
  emit: WorkbenchEmit,
): AreaHandlers<'investigations'> {
  const trusted = async (): Promise<string[]> => [...(await documents.read(trustedDocument, trustedDocument))]
  async function trust(id: string): Promise<null> {
    await documents.update(trustedDocument, trustedDocument, (all) => [...new Set([...all, id])])
    emit('investigations.trustChanged', await trusted())
    return null
  }
  return {
    async begin({ id }) {
      const { collection } = investigations
      const there = await documents.read(investigations, { collection, id })
      return there === undefined ? trust(id) : null
    },
    trust: ({ id }) => trust(id),
    trusted,
  }
}
