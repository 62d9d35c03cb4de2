import { elementKey } from '#shared/model/element.ts'
import type { GraphStore } from '../graphstore/store.ts'
import { ServiceError } from '../service-error.ts'
import { findSample, sampleNames } from './index.ts'

interface ImportSummary {
  readonly sample: string
  /** Elements written. */
  readonly imported: number
  /** Elements that already existed. */
  readonly skipped: number
  readonly entities: number
  readonly relations: number
}

/**
 * Writes a sample into a workspace. Idempotent: existing elements are kept, entities are written as updates.
 *
 * @throws ServiceError NOT_FOUND for an unknown sample
 */
export async function importSample(
  store: GraphStore,
  workspace: string,
  name: string,
): Promise<ImportSummary> {
  const build = findSample(name)
  if (!build) {
    throw new ServiceError(
      'NOT_FOUND',
      `There is no sample ${name}; the samples are ${sampleNames().join(', ')}.`,
      {
        sample: name,
        expected: sampleNames(),
      },
    )
  }
  const sample = build()
  const target = store.workspace(workspace)
  const present = new Set((await target.elements()).map((element) => elementKey(element)))
  const fresh = sample.elements.filter((element) => !present.has(elementKey(element)))
  if (fresh.length > 0) await target.putElements(fresh)
  const first = sample.entities[0]
  const again =
    first && fresh.length === 0 && (await target.entity(`${first.domain}/${first.type}/${first.id}`))
  if (!again)
    await target.write({ entities: sample.entities, relations: sample.relations }, { partial: false })
  return {
    sample: sample.name,
    imported: fresh.length,
    skipped: sample.elements.length - fresh.length,
    entities: sample.entities.length,
    relations: sample.relations.length,
  }
}
