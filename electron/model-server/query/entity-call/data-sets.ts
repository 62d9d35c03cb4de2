import type { Element } from '#shared/model/element.ts'
import { type Json, type JsonObject, isJsonObject, textOf } from '#shared/model/json.ts'
import { type LinkEnd, destinationOf, sourceOf } from '#shared/model/link.ts'
import type { EntityTable } from '../entity-table.ts'
import { holds, tryParseFilter } from '../filter/filter.ts'

/** Data sets of this domain belong to every entity set, without a link (docs/spl.md#entity-calls). */
export const DEFAULT_DOMAIN = 'default'

/** A data set linked to an entity set. */
export interface LinkedDataSet {
  readonly dataSet: Element
  /** Undefined for a data set of the default domain. */
  readonly link: Element | undefined
  readonly storages: readonly { readonly link: Element; readonly storage: Element }[]
}

/** The model with the indexes that planning needs. */
export class ModelView {
  readonly elements: readonly Element[]
  readonly #byKey: ReadonlyMap<string, Element>

  constructor(elements: readonly Element[]) {
    this.elements = elements
    this.#byKey = new Map(
      elements.map((element) => [`${element.domain}/${element.name}/${element.kind}`, element]),
    )
  }

  find({ domain, name, kind }: LinkEnd): Element | undefined {
    return this.#byKey.get(`${domain}/${name}/${kind}`)
  }

  /** Returns the links of a kind that start at an element. */
  from(kind: string, element: Pick<Element, 'domain' | 'name' | 'kind'>): readonly Element[] {
    return this.elements.filter((link) => {
      if (link.kind !== kind) return false
      const source = sourceOf(link)
      return source?.name === element.name && source.domain === element.domain && source.kind === element.kind
    })
  }
}

/** Returns a link's filter on entities, under any of its names. */
function filterOf({ spec }: Element): Json | undefined {
  const source = spec?.['src']
  return (
    spec?.['filter_by_entity'] ??
    spec?.['filterByEntity'] ??
    spec?.['FilterByEntity'] ??
    (isJsonObject(source) ? source['filter'] : undefined)
  )
}

/** Whether a link applies to at least one of the given entities; without entities every link does. */
export function linkHolds(link: Element, table: EntityTable | undefined): boolean {
  const text = filterOf(link)
  if (!table || text === undefined || text === null || text === '') return true
  const filter = tryParseFilter(textOf(text))
  if (!filter) return false
  return table.rows.some((row) =>
    holds(filter, (name) => {
      const column = table.header.indexOf(name)
      return column < 0 ? undefined : row[column]
    }),
  )
}

function storagesOf(
  model: ModelView,
  dataSet: Element,
  table: EntityTable | undefined,
): LinkedDataSet['storages'] {
  return model.from('storage_link', dataSet).flatMap((link) => {
    const end = destinationOf(link)
    const storage = end && model.find(end)
    return storage && linkHolds(link, table) ? [{ link, storage }] : []
  })
}

/** Returns the data sets of an entity set in the order of their links, then those of the default domain. */
export function linkedDataSets(
  model: ModelView,
  entitySet: LinkEnd,
  kinds: readonly string[],
  table: EntityTable | undefined,
): LinkedDataSet[] {
  const linked = model.from('data_link', entitySet).flatMap((link): LinkedDataSet[] => {
    const end = destinationOf(link)
    const dataSet = end && kinds.includes(end.kind) ? model.find(end) : undefined
    return dataSet && linkHolds(link, table)
      ? [{ dataSet, link, storages: storagesOf(model, dataSet, table) }]
      : []
  })
  const everywhere = model.elements
    .filter(({ domain, kind }) => domain === DEFAULT_DOMAIN && kinds.includes(kind))
    .map((dataSet): LinkedDataSet => ({
      dataSet,
      link: undefined,
      storages: storagesOf(model, dataSet, undefined),
    }))
  return [...linked, ...everywhere]
}

/** Returns a storage's configuration: its whole spec. */
export function configOf({ spec }: Element): JsonObject {
  return spec ?? {}
}
