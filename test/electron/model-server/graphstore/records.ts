import { createHash } from 'node:crypto'
import type { EntityChange, EntityKey, Method, RelationChange } from '#shared/model/entity.ts'
import type { JsonObject } from '#shared/model/json.ts'
import type { Element } from '#shared/model/element.ts'
import type { Batch, Maybe, Pages } from '../../../../electron/model-server/graphstore/store.ts'

/** The id that writers of the real service assign: the MD5 of the name (docs/model-service.md#ids). */
export const idOf = (name: string): string => createHash('md5').update(name).digest('hex')

/** Which entity: `service/cart` is entity `cart` of type `shop.service` in domain `shop`. */
export function key(short: string, domain = 'shop'): EntityKey {
  const [type, name] = short.split('/')
  return { domain, type: `${domain}.${type}`, id: idOf(name ?? '') }
}

export interface Life {
  readonly method?: Method
  readonly first?: number
  readonly last?: number
  readonly keepAlive?: number
}

function lifetime(life: Life, properties: JsonObject) {
  return {
    method: life.method ?? 'Create',
    firstObserved: life.first ?? 1000,
    lastObserved: life.last ?? 2000,
    ...(life.keepAlive === undefined ? {} : { keepAlive: life.keepAlive }),
    properties,
  }
}

export function entity(short: string, properties: JsonObject = {}, life: Life = {}): EntityChange {
  return { ...key(short), ...lifetime(life, properties) }
}

export function relation(
  src: string,
  type: string,
  dest: string,
  properties: JsonObject = {},
  life: Life = {},
): RelationChange {
  return { src: key(src), type, dest: key(dest), ...lifetime(life, properties) }
}

export const batch = (entities: EntityChange[], relations: RelationChange[] = []): Batch => ({
  entities,
  relations,
})

export const element = (name: string, spec: JsonObject = {}): Element => ({
  kind: 'entity_set',
  domain: 'shop',
  name,
  spec,
})

/** Every record of every page. */
export async function drain<T>(pages: Pages<T>): Promise<T[]> {
  const out: T[] = []
  for (;;) {
    const page: Maybe<readonly T[] | null> = pages.next()
    const got = await page
    if (!got) return out
    out.push(...got)
  }
}
