import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EntityChange, RelationChange, Tombstone } from '#shared/model/entity.ts'
import { alteredInteger } from '#shared/model/exact-integers.ts'
import { type JsonObject, isJsonObject } from '#shared/model/json.ts'
import { normaliseElement } from '../../elements/normalise.ts'
import { readEntity, readRelation } from '../../entities/payload.ts'
import type { MemoryWorkspace } from '../memory/workspace.ts'
import { StoreError } from '../store.ts'

/**
 * The upstream service's three files of a workspace, whose names depend on its prefix
 * (docs/model-service.md#stores).
 */
const ELEMENT_FILES = ['umodels.json', 'models.json'] as const

export function hasUpstreamFiles(folder: string): boolean {
  return [...ELEMENT_FILES, 'entities.json', 'relations.json'].some((name) => existsSync(join(folder, name)))
}

/**
 * Reads `{version, items: {key: object}}`; an empty file has no items. @throws StoreError for another version
 * or invalid JSON
 */
async function itemsOf(path: string): Promise<readonly JsonObject[]> {
  if (!existsSync(path)) return []
  const text = await readFile(path, 'utf8')
  if (text.trim() === '') return []
  const refuse = (reason: string): StoreError =>
    new StoreError('PROVIDER_UNAVAILABLE', `${path} cannot be read: ${reason}.`, { path })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : 'not JSON')
  }
  const altered = alteredInteger(text)
  if (altered) {
    throw refuse(
      `the integer ${altered.written} would become ${altered.kept} here; write it in quotes if it is an identifier`,
    )
  }
  if (!isJsonObject(value)) throw refuse('it holds no object')
  const version = value['version'] ?? 0
  if (version !== 0 && version !== 1)
    throw refuse(`its version is ${JSON.stringify(version)}, known are 0 and 1`)
  return isJsonObject(value['items'])
    ? Object.values(value['items']).filter((item) => isJsonObject(item))
    : []
}

/** Determines the tombstone of a stored payload from its flag and method. */
function tombstoneOf(
  payload: JsonObject,
  { method }: EntityChange | RelationChange,
): { tombstone?: Tombstone } {
  if (payload['__deleted__'] !== true && payload['__deleted__'] !== 'true') return {}
  return { tombstone: method === 'Delete' ? 'deleted' : 'expired' }
}

/** Loads a workspace from the upstream service's files. @throws StoreError when one cannot be read */
export async function readUpstreamFiles(folder: string, workspace: MemoryWorkspace): Promise<void> {
  for (const name of ELEMENT_FILES) {
    const items = await itemsOf(join(folder, name))
    workspace.putElements(items.map((item) => normaliseElement(item)))
  }
  for (const payload of await itemsOf(join(folder, 'entities.json'))) {
    const change = readEntity(payload)
    workspace.restoreEntity({ ...change, ...tombstoneOf(payload, change) })
  }
  for (const payload of await itemsOf(join(folder, 'relations.json'))) {
    const change = readRelation(payload)
    workspace.restoreRelation({ ...change, ...tombstoneOf(payload, change) })
  }
}
