import {
  type EntityKey,
  type EntityRecord,
  type Lifetime,
  type RelationRecord,
  type TimeRange,
  entityKey,
  relationKey,
} from '#shared/model/entity.ts'
import { relationSearchText, searchText } from '../semantics.ts'

/**
 * Columns of stored records. `data` contains the whole record as JSON and is what queries return; the other
 * columns duplicate what statements filter by. `state` is empty for living records, else the tombstone, or
 * `absent` for a relation's end without a record. `first` and `finish` are whole seconds, rounded outwards,
 * so that filtering by them returns a superset; the caller checks the exact times.
 */
type Columns = {
  readonly uid: string
  readonly data: string
  readonly text: string
  readonly first: number
  readonly finish: number
  readonly state: string
}

export type EntityColumns = Columns & { readonly domain: string; readonly type: string; readonly id: string }

export type RelationColumns = Columns & { readonly type: string; readonly src: string; readonly dest: string }

/** Separates workspace and key; neither can contain it. */
const SEPARATOR = '\u001f'

/** Returns the identifying column. It begins with the workspace, since a database may contain several. */
export function uidOf(workspace: string, key: string): string {
  return workspace + SEPARATOR + key
}

/** Extracts the stable key from a uid. */
export function keyOf(uid: string): string {
  return uid.slice(uid.indexOf(SEPARATOR) + 1)
}

/** Upper bound (exclusive) of the workspace's uids. */
export function uidEnd(workspace: string): string {
  return workspace + String.fromCodePoint(SEPARATOR.charCodeAt(0) + 1)
}

export function entityColumns(workspace: string, record: EntityRecord): EntityColumns {
  return {
    uid: uidOf(workspace, entityKey(record)),
    domain: record.domain,
    type: record.type,
    id: record.id,
    data: JSON.stringify(record),
    text: searchText(record),
    ...lifetimeColumns(record),
  }
}

export function absentColumns(workspace: string, key: EntityKey): EntityColumns {
  const { domain, type, id } = key
  return {
    uid: uidOf(workspace, entityKey(key)),
    domain,
    type,
    id,
    data: '',
    text: '',
    first: 0,
    finish: 0,
    state: 'absent',
  }
}

export function relationColumns(workspace: string, record: RelationRecord): RelationColumns {
  return {
    uid: uidOf(workspace, relationKey(record)),
    type: record.type,
    src: uidOf(workspace, entityKey(record.src)),
    dest: uidOf(workspace, entityKey(record.dest)),
    data: JSON.stringify(record),
    text: relationSearchText(record),
    ...lifetimeColumns(record),
  }
}

function lifetimeColumns(record: Lifetime): Pick<Columns, 'first' | 'finish' | 'state'> {
  const finish = record.tombstone ? record.lastObserved : record.lastObserved + (record.keepAlive ?? 0)
  return { first: Math.floor(record.firstObserved), finish: Math.ceil(finish), state: record.tombstone ?? '' }
}

/** Returns the condition under which `alias` may be visible, and its parameters; see `visible` in semantics.ts. */
export function visibleCondition(alias: string, time: TimeRange | undefined): string {
  if (!time) return `${alias}.state = ''`
  const parts = [`${alias}.state <> 'deleted'`, `${alias}.state <> 'absent'`]
  if (time.to !== undefined) parts.push(`${alias}.first < $timeTo`)
  if (time.from !== undefined) parts.push(`${alias}.finish > $timeFrom`)
  return parts.join(' AND ')
}

export function timeParameters(time: TimeRange | undefined): { readonly [name: string]: number } {
  return {
    ...(time?.to === undefined ? {} : { timeTo: time.to }),
    ...(time?.from === undefined ? {} : { timeFrom: time.from }),
  }
}
