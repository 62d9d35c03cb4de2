import type { Element } from '#shared/model/element.ts'
import { type Json, type JsonObject, isJsonObject, textOf } from '#shared/model/json.ts'
import { destinationOf, fieldsMappingOf } from '#shared/model/link.ts'
import { METHOD_COLUMNS, METHOD_FACTS } from '#shared/spl/service/callables.ts'
import { DATA_SET_KINDS } from '#shared/spl/service/facts.ts'
import type { EntityTable } from '../entity-table.ts'
import type { Arguments } from './arguments.ts'
import { type LinkedDataSet, type ModelView, configOf, linkHolds, linkedDataSets } from './data-sets.ts'

/** A raw table: every cell is text, nested values are JSON. */
export interface RawTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly Json[])[]
}

interface Scope {
  readonly model: ModelView
  readonly entitySet: Element
  readonly table: EntityTable | undefined
}

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
const texts = (value: Json | undefined): readonly string[] => list(value).map((item) => textOf(item))

/** Returns the runbooks linked to an entity set. */
function runbooksOf({ model, entitySet, table }: Scope): Element[] {
  return model.from('runbook_link', entitySet).flatMap((link) => {
    const end = destinationOf(link)
    const runbook = end && model.find(end)
    return runbook && linkHolds(link, table) ? [runbook] : []
  })
}

/** Lists the methods; runbook methods only if a linked runbook has content for them (docs/spl.md#entity-calls). */
export function methodTable(scope: Scope): RawTable {
  const has = (section: string): boolean =>
    runbooksOf(scope).some(({ spec }) => list(spec?.[section]).length > 0)
  const shown = METHOD_FACTS.filter(
    ({ name }) =>
      (name !== 'list_skills' || has('skills')) && (name !== 'list_knowledge' || has('knowledge')),
  )
  return {
    header: METHOD_COLUMNS.__list_method__,
    rows: shown.map((method) => [
      method.name,
      method.displayName,
      method.documentation.en,
      method.parameters.map(({ name, type, required, default: value, documentation }) => ({
        name,
        type,
        required: required ?? false,
        ...(value === undefined ? {} : { default: value }),
        description: documentation.en,
      })),
      { type: method.returns === 'plan' ? 'query_plan' : 'table' },
    ]),
  }
}

function named(value: Json): JsonObject {
  return isJsonObject(value) ? value : {}
}

function pick(field: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (field[name] === undefined ? [] : [[name, field[name]]])))
}

function filterableFields({ kind, spec }: Element): Json[] {
  if (kind === 'metric_set') {
    return list(named(spec?.['labels'] ?? null)['keys']).map((label) => named(label)['name'] ?? '')
  }
  return list(spec?.['fields'])
    .map((field) => named(field))
    .filter((field) => field['filterable'] === true || field['analysable'] === true)
    .map((field) => field['name'] ?? '')
}

function fieldsOf({ kind, spec }: Element): JsonObject[] {
  if (kind === 'metric_set') {
    return list(spec?.['metrics']).map((metric) => ({
      ...pick(named(metric), 'name'),
      type: 'metric',
      ...pick(named(metric), 'display_name', 'description', 'data_format', 'unit'),
    }))
  }
  return list(spec?.['fields']).map((field) =>
    pick(named(field), 'name', 'type', 'display_name', 'description', 'data_format', 'unit'),
  )
}

const detailOf = (element: Element): JsonObject => ({
  kind: element.kind,
  domain: element.domain,
  name: element.name,
  ...(element.metadata ? { metadata: element.metadata } : {}),
  spec: element.spec ?? {},
})

function dataSetRow({ dataSet, link, storages }: LinkedDataSet, detail: boolean): Json[] {
  return [
    `${dataSet.domain}@${dataSet.kind}@${dataSet.name}`,
    dataSet.kind,
    dataSet.domain,
    dataSet.name,
    link ? fieldsMappingOf(link) : {},
    filterableFields(dataSet),
    fieldsOf(dataSet),
    storages.map(({ storage }) => ({
      domain: storage.domain,
      type: storage.kind,
      name: storage.name,
      config: configOf(storage),
    })),
    storages.map(({ link: storageLink }) => ({
      domain: storageLink.domain,
      name: storageLink.name,
      spec: storageLink.spec ?? {},
    })),
    detail ? (link ? detailOf(link) : null) : {},
    detail ? detailOf(dataSet) : {},
    detail ? storages.map(({ storage }) => detailOf(storage)) : [],
    detail ? storages.map(({ link: storageLink }) => detailOf(storageLink)) : [],
  ]
}

export function dataSetTable({ model, entitySet, table }: Scope, args: Arguments): RawTable {
  const wanted = texts(args['data_set_types'])
  const kinds = wanted.length > 0 ? wanted : DATA_SET_KINDS
  return {
    header: METHOD_COLUMNS.list_data_set,
    rows: linkedDataSets(model, entitySet, kinds, table).map((found) =>
      dataSetRow(found, args['detail'] === true),
    ),
  }
}

/** Lists skills or knowledge of the linked runbooks; ids are `<domain>@runbook_set@<name>@<section>@<entry>`. */
export function runbookTable(scope: Scope, section: 'skills' | 'knowledge', args: Arguments): RawTable {
  const column = section === 'skills' ? 'skill' : 'knowledge'
  const wanted = texts(args[section === 'skills' ? 'skill_ids' : 'knowledge_ids'])
  const rows = runbooksOf(scope).flatMap((runbook) =>
    list(runbook.spec?.[section]).flatMap((entry): Json[][] => {
      const item = named(entry)
      const name = textOf(item['name'])
      const id = `${runbook.domain}@runbook_set@${runbook.name}@${section}@${name}`
      if (wanted.length > 0 && !wanted.includes(id) && !wanted.includes(name)) return []
      return [
        [
          id,
          name,
          item['display_name'] ?? '',
          item['description'] ?? item['short_description'] ?? '',
          runbook.domain,
          runbook.name,
          args['detail'] === true ? item : {},
        ],
      ]
    }),
  )
  return {
    header: [
      `${column}_id`,
      'name',
      'display_name',
      'description',
      'runbook_domain',
      'runbook_name',
      'detail',
    ],
    rows,
  }
}
