import { z } from 'zod'
import { defineCollection } from '#shared/documents/define.ts'
import { agentDocument, endpointsDocument } from '#shared/documents/environments.ts'
import type { ModelEndpoint } from '#shared/environments/agent.ts'
import { earlierBatchSchema } from '#shared/environments/batch.ts'
import { episodeSchema } from '#shared/environments/episode.ts'
import { entriesOf } from '#shared/environments/episode-log.ts'
import type { Documents } from '../documents/documents.ts'
import type { Batches } from './batches.ts'
import type { Episodes } from './episodes.ts'

/** The documents of 0.1.0, one an episode or batch; the logs that hold them now are `episodes/<id>` and `batches/<id>`. The ids stay. */
const EPISODES = defineCollection({ collection: 'gem-episodes', schema: z.unknown() })
const BATCHES = defineCollection({ collection: 'gem-batches', schema: z.unknown() })

/** Takes over what an earlier version kept: everything is in its log before its document goes. What cannot be read stays where it is. */
export async function takeOver(
  documents: Pick<Documents, 'list' | 'update'>,
  episodes: Pick<Episodes, 'takeOver'>,
  batches: Pick<Batches, 'takeOver'>,
): Promise<void> {
  const remove = (kind: typeof EPISODES, id: string): Promise<void> =>
    documents.update(kind, { collection: kind.collection, id }, () => undefined)
  for (const { id, value } of await documents.list(EPISODES)) {
    const { data } = episodeSchema.safeParse(value)
    if (data?.id !== id) continue
    await episodes.takeOver(id, entriesOf(data))
    await remove(EPISODES, id)
  }
  for (const { id, value } of await documents.list(BATCHES)) {
    const { data } = earlierBatchSchema.safeParse(value)
    if (data?.id !== id) continue
    await batches.takeOver(data)
    await remove(BATCHES, id)
  }
}

/** The one endpoint of 0.1.0 becomes the first of the endpoints; its key stays where it is. */
export async function takeOverEndpoint(documents: Pick<Documents, 'read' | 'update'>): Promise<void> {
  const refOf = ({ collection, id }: { readonly collection: string; readonly id: string }) => ({
    collection,
    id,
  })
  const earlier = await documents.read(agentDocument, refOf(agentDocument))
  if (!earlier) return
  const first: ModelEndpoint = {
    ...earlier,
    id: 'agent',
    name: earlier.model,
    key: earlier.secret === undefined ? 'none' : 'secret',
    history: 'chat',
    act: 'text',
    stream: true,
  }
  await documents.update(endpointsDocument, refOf(endpointsDocument), ({ version, endpoints }) => ({
    version,
    endpoints: endpoints.some(({ id }) => id === first.id) ? endpoints : [first, ...endpoints],
  }))
  await documents.update(agentDocument, refOf(agentDocument), () => undefined)
}
