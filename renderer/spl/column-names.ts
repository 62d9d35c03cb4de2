import { type Method, METHODS } from '#shared/model/entity.ts'
import { isKind } from '#shared/model/kinds/names.ts'
import { kindName } from '../graph/scene/kind-name.ts'
import { showTime } from '../i18n/moment.ts'
import { type MessageKey, text, type Text } from '../i18n/text.ts'

/** The service's own columns (docs/model-service.md#payloads). */
const NAMES: Readonly<Record<string, MessageKey>> = {
  __domain__: 'query.column.domain',
  __entity_type__: 'query.column.type',
  __entity_id__: 'query.column.entity',
  __src_domain__: 'query.column.fromDomain',
  __src_entity_type__: 'query.column.fromType',
  __src_entity_id__: 'query.column.from',
  __relation_type__: 'query.column.relation',
  __relation_key__: 'query.column.relationKey',
  __dest_domain__: 'query.column.toDomain',
  __dest_entity_type__: 'query.column.toType',
  __dest_entity_id__: 'query.column.to',
  __method__: 'query.column.method',
  __first_observed_time__: 'query.column.first',
  __last_observed_time__: 'query.column.last',
  __keep_alive_seconds__: 'query.column.alive',
  __deleted__: 'query.column.deleted',
  __category__: 'query.column.category',
  __score__: 'query.column.score',
}

/** Columns of relations, beside the service's own; elsewhere a query may call anything so. */
const OF_RELATIONS: Readonly<Record<string, MessageKey>> = {
  src: 'query.column.from',
  relation: 'query.column.relation',
  dest: 'query.column.to',
}

/** Whether the columns are those of relations. A stored answer leaves out what another of its columns says. */
const isOfRelations = (all: readonly string[]): boolean =>
  all.includes('__relation_type__') ||
  [...Object.keys(OF_RELATIONS), '__last_observed_time__'].every((column) => all.includes(column))

/** The words of a column name between two double underscores; undefined for others. */
const machineWords = (column: string): string | undefined => /^__(.+)__$/.exec(column)?.[1]

export const isMachineColumn = (column: string): boolean => machineWords(column) !== undefined

/** The name of a column for people: that of a column of the service, other names as they are. `all` are those beside it. */
export function columnName(column: string, t: Text, all: readonly string[] = []): string {
  const ofRelation = Object.hasOwn(OF_RELATIONS, column) ? OF_RELATIONS[column] : undefined
  if (ofRelation !== undefined && isOfRelations(all)) return t(ofRelation)
  const words = machineWords(column)
  if (words === undefined) return column
  const known = Object.hasOwn(NAMES, column) ? NAMES[column] : undefined
  if (known !== undefined) return t(known)
  const plain = words.replaceAll('_', ' ').trim()
  return plain === '' ? column : plain[0]?.toUpperCase() + plain.slice(1)
}

/** Unix seconds that are a moment, not a duration or a counter: from 1970-01-12 to the year 9999. */
const isMoment = (value: unknown): value is number =>
  typeof value === 'number' && value >= 1e6 && value < 253_402_300_800

const isMethod = (value: unknown): value is Method => METHODS.some((method) => method === value)

/** The name of a kind of the model; undefined for other values. */
export const kindWords = (column: string, value: unknown): string | undefined =>
  column === 'kind' && typeof value === 'string' && isKind(value) ? kindName(value) : undefined

/** What a value of a service's column, or a kind of the model, means to people; undefined if it says so itself. */
export function columnWords(column: string, value: unknown): string | undefined {
  if (column === '__method__' && isMethod(value)) return text(`query.method.${value}`)
  const kind = kindWords(column, value)
  if (kind !== undefined) return kind
  return /^__(first|last)_observed_time__$/.test(column) && isMoment(value)
    ? showTime(value * 1000)
    : undefined
}

/** {@link columnWords} for a stored answer, which has texts only. */
export const storedWords = (column: string, stored: string): string | undefined =>
  columnWords(column, isMachineColumn(column) && /^\d+$/.test(stored) ? Number(stored) : stored)
