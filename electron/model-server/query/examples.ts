import { literal } from '#shared/spl/literal.ts'
import type { Element } from '#shared/model/element.ts'
import type { EntityRecord } from '#shared/model/entity.ts'
import { isJsonObject } from '#shared/model/json.ts'
import { destinationOf, sourceOf } from '#shared/model/link.ts'
import type { EntityScan, Workspace } from '../graphstore/store.ts'

/** An example query that runs on the loaded workspace and shows one language feature. */
interface QueryExample {
  readonly title: string
  readonly query: string
}

const GENERAL: readonly QueryExample[] = [
  {
    title: 'List the entity sets',
    query: ".model with(kind='entity_set') | project domain,name,kind | sort domain,name | limit 20",
  },
  {
    title: 'Count elements by kind',
    query: '.model | stats count() as elements by kind | sort elements desc',
  },
  { title: 'List relations', query: '.topo | project src,__relation_type__,dest | limit 20' },
  {
    title: 'Count relations by type with Cypher',
    query:
      '.topo | graph-call cypher(`MATCH (a)-[r]->(b) RETURN type(r) AS relation, count(*) AS relations ORDER BY relations DESC LIMIT 10`)',
  },
]

/** Returns the entity used in examples: the first one of the entity set with the most linked data. */
async function subject(
  workspace: Workspace,
  elements: readonly Element[],
): Promise<EntityRecord | undefined> {
  const score = (element: Element): number =>
    elements.filter((link) => {
      const source = sourceOf(link)
      return (
        source?.name === element.name && source.domain === element.domain && link.kind !== 'entity_set_link'
      )
    }).length
  const sets = elements.filter((element) => element.kind === 'entity_set')
  const scored = sets.map((element) => ({ element, score: score(element) })).sort((a, b) => b.score - a.score)
  for (const { element } of scored) {
    const entity = await firstEntity(workspace, { domain: element.domain, type: element.name })
    if (entity) return entity
  }
  return firstEntity(workspace, {})
}

async function firstEntity(workspace: Workspace, scan: EntityScan): Promise<EntityRecord | undefined> {
  const pages = workspace.scanEntities({ ...scan, limit: 1 })
  for (let page = await pages.next(); page; page = await pages.next()) if (page[0]) return page[0]
  return undefined
}

/** Returns a word of an entity's properties that finds it in a search. */
function wordOf(entity: EntityRecord): string {
  const named = [
    entity.properties['display_name'],
    entity.properties['name'],
    ...Object.values(entity.properties),
  ]
  const text = named.find((value) => typeof value === 'string' && value !== '')
  return typeof text === 'string' ? (text.split(/[\s\-_/]+/)[0] ?? text) : entity.id.slice(0, 8)
}

/** Builds examples for the loaded workspace; each one runs and refers to existing data. */
export async function queryExamples(workspace: Workspace): Promise<readonly QueryExample[]> {
  const elements = await workspace.elements()
  const entity = await subject(workspace, elements)
  const [first, ...general] = GENERAL
  return [
    ...(first ? [first] : []),
    ...(entity ? aboutEntity(entity, elements) : []),
    ...runbooks(elements),
    ...general,
  ]
}

function aboutEntity(entity: EntityRecord, elements: readonly Element[]): QueryExample[] {
  const { domain, type, id } = entity
  const set = `domain=${literal(domain)}, name=${literal(type)}`
  const word = literal(wordOf(entity))
  const node = `[(:"${domain}@${type}" {__entity_id__: '${id}'})]`
  const entitySet = `.entity_set with(${set}, ids=[${literal(id)}])`
  return [
    {
      title: 'Find entities by text',
      query: `.entity with(${set}, query=${word}, topk=10) | project __entity_id__,display_name,status,owner | limit 10`,
    },
    { title: 'Rank entities by words', query: `.entity with(${set}, query=${word}, mode='vector', topk=5)` },
    {
      title: 'Rank entities by fused search',
      query: `.entity with(${set}, query=${word}, mode='hyper', topk=5, hybrid_k=60)`,
    },
    {
      title: 'Direct relations of one entity',
      query: `.topo | graph-call getDirectRelations(${node}) | project src,relation,dest | limit 20`,
    },
    {
      title: 'Two steps around one entity',
      query: `.topo | graph-call getNeighborNodes('full', 2, ${node}) | project src,__relation_type__,dest | limit 50`,
    },
    { title: 'Methods of an entity set', query: `${entitySet} | entity-call __list_method__()` },
    {
      title: 'Data sets of an entity set',
      query: `${entitySet} | entity-call list_data_set(['metric_set','log_set','event_set'], true)`,
    },
    ...dataExamples(entitySet, entity, elements),
  ]
}

function dataExamples(
  entitySet: string,
  { domain, type }: EntityRecord,
  elements: readonly Element[],
): QueryExample[] {
  const linked = elements.flatMap((link) => {
    const source = sourceOf(link)
    const target = destinationOf(link)
    if (link.kind !== 'data_link' || !target || source?.domain !== domain || source.name !== type) return []
    const stored = elements.some((other) => {
      const from = other.kind === 'storage_link' ? sourceOf(other) : undefined
      return from?.domain === target.domain && from.name === target.name && from.kind === target.kind
    })
    return stored ? [target] : []
  })
  const logs = linked.find((target) => target.kind === 'log_set')
  const metrics = linked.find((target) => target.kind === 'metric_set')
  const metricSet =
    metrics && elements.find((element) => element.kind === 'metric_set' && element.name === metrics.name)
  const list = metricSet?.spec?.['metrics']
  const metric = Array.isArray(list) && isJsonObject(list[0]) ? list[0]['name'] : undefined
  return [
    ...(logs
      ? [
          {
            title: 'Plan a log query',
            query: `${entitySet} | entity-call get_logs(${literal(logs.domain)}, ${literal(logs.name)})`,
          },
        ]
      : []),
    ...(metrics && typeof metric === 'string'
      ? [
          {
            title: 'Plan a metric query',
            query: `${entitySet} | entity-call get_metrics(${literal(metrics.domain)}, ${literal(metrics.name)}, ${literal(metric)}, step='30s')`,
          },
        ]
      : []),
  ]
}

function runbooks(elements: readonly Element[]): QueryExample[] {
  const runbook = elements.find((element) => element.kind === 'runbook_set')
  if (!runbook) return []
  return [
    {
      title: 'Search operating knowledge',
      query: `.runbook_set with(domain=${literal(runbook.domain)}, type='knowledge', query='how to act', mode='hyper', topk=5)`,
    },
  ]
}
