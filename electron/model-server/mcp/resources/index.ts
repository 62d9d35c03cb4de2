import { isLinkKind } from '#shared/model/kinds/names.ts'
import { domainsOf, schemaElementOf, type SchemaIndex, schemaLinkOf } from '#shared/model/schema-index.ts'
import { SOURCES } from '#shared/spl/index.ts'
import { RPC, RpcError } from '../rpc.ts'
import { type Service, WORKSPACE_ID } from '../service.ts'
import { toolObjects, TOOLS } from '../tools/catalogue.ts'
import { toonOf } from '../toon.ts'
import { APP_RESOURCE, APP_URI, readApp } from './app.ts'
import { MIME_TYPE, type ResourceName, RESOURCES, resourcesOf, resourceUri } from './catalogue.ts'

const DESCRIPTIONS: { readonly [source: string]: string } = {
  '.model': 'Definitions: entity sets, data sets, links, storages, runbooks.',
  '.entity_set': 'Methods and data sets of one entity set.',
  '.entity': 'Runtime entities by domain, type, ids and text, or ranked by search.',
  '.topo': 'Relations between entities, neighbours, and read-only Cypher.',
  '.runbook_set': 'Operating knowledge, ranked by search.',
}

const executePath = (workspace: string): string => `/api/v1/query/${workspace}/execute`

function overview(workspace: string): object {
  return {
    workspace,
    purpose:
      'A graph model of systems: definitions, the entities that live by them, and the relations between those.',
    read_model: { entrypoint: executePath(workspace), tool: 'query_spl_execute', sources: SOURCES },
    resource_policy:
      'Resources describe the model and the tools. Rows of entities and relations come from query tools only.',
  }
}

async function schemaIndex(service: Service, workspace: string, signal?: AbortSignal): Promise<SchemaIndex> {
  const handle = service.store.workspace(workspace)
  const elements = await handle.elements(signal)
  const counts = await handle.counts(signal)
  const kinds: { [kind: string]: number } = {}
  for (const { kind } of elements) kinds[kind] = (kinds[kind] ?? 0) + 1
  const links = elements.filter((element) => isLinkKind(element.kind))
  return {
    workspace,
    sources: SOURCES.map((source) => ({
      source,
      description: DESCRIPTIONS[source] ?? '',
      query_api: executePath(workspace),
    })),
    filters: ['with(...)', 'limit', 'time_range', 'parameters'],
    counts: { ...counts, links: links.length, kinds },
    domains: domainsOf(elements),
    elements: elements
      .filter((element) => !isLinkKind(element.kind))
      .map((element) => schemaElementOf(element)),
    links: links.map((element) => schemaLinkOf(element)),
  }
}

const node = '[(:"<domain>@<type>" {__entity_id__: \'<32 hexadecimal digits>\'})]'
const entitySet = ".entity_set with(domain='<domain>', name='<entity set>', ids=['<id>'])"

function queryTemplates(workspace: string): object {
  const templates = [
    { id: 'list-model', query: '.model | project kind,domain,name | sort domain,name | limit 100' },
    { id: 'entity-set-methods', query: `${entitySet} | entity-call __list_method__()` },
    {
      id: 'entity-set-data-sets',
      query: `${entitySet} | entity-call list_data_set(['metric_set','log_set'], true)`,
    },
    {
      id: 'entity-set-logs',
      query: `${entitySet} | entity-call get_logs('<domain>', '<log set>', query='level = "ERROR"')`,
    },
    {
      id: 'entity-set-metrics',
      query: `${entitySet} | entity-call get_metrics('<domain>', '<metric set>', '<metric>', step='30s')`,
    },
    {
      id: 'find-entity',
      query: ".entity with(domain='<domain>', name='<entity set>', query=$query, topk=20) | limit 20",
      parameters: { query: '<words to look for>' },
    },
    { id: 'topology-neighbors', query: `.topo | graph-call getNeighborNodes('full', 1, ${node}) | limit 50` },
    {
      id: 'topology-cypher',
      query: '.topo | graph-call cypher(`MATCH (a)-[r]->(b) RETURN a, r, b LIMIT 20`)',
    },
    {
      id: 'search-runbooks',
      query: ".runbook_set with(type='knowledge', query='what to look for', mode='hyper', topk=5)",
    },
  ]
  return { workspace, templates }
}

function toolMetadata(service: Service, workspace: string): object {
  const schemas = Object.fromEntries(
    TOOLS.map(({ name, inputSchema, outputSchema }) => [
      name,
      { input_schema: inputSchema, output_schema: outputSchema },
    ]),
  )
  return { workspace, tools: toolObjects(service), schemas }
}

/** Returns a resource's content before encoding. */
function contentOf(
  service: Service,
  workspace: string,
  name: ResourceName,
  signal?: AbortSignal,
): object | Promise<object> {
  switch (name) {
    case 'overview':
      return overview(workspace)
    case 'schema-index':
      return schemaIndex(service, workspace, signal)
    case 'query-templates':
      return queryTemplates(workspace)
    case 'tool-capability-metadata':
      return toolMetadata(service, workspace)
  }
}

/** @param withApp whether the client supports apps; others see the four resources only */
export function listResources(service: Service, workspace: string, withApp: boolean): object {
  const own = resourcesOf(workspace)
  return { resources: withApp && service.graphApp ? [...own, APP_RESOURCE] : own }
}

export function listTemplates(service: Service): object {
  return {
    resourceTemplates: RESOURCES.map(({ name, title, description }) => ({
      name,
      title,
      uriTemplate: `model://workspace/{workspace}/${name}`,
      description,
      mimeType: MIME_TYPE,
      _meta: { defaultWorkspace: service.defaultWorkspace, key: service.key },
    })),
  }
}

const URI = /^model:\/\/workspace\/([^/]+)\/([^/]+)$/

/**
 * Reads a resource by URI or bare name. A URI may name any workspace unless the request names another one.
 *
 * @throws RpcError −32002 when there is no such resource
 */
export async function readResource(
  service: Service,
  given: string | undefined,
  uri: string,
  signal?: AbortSignal,
): Promise<object> {
  const app = uri === APP_URI ? await readApp(service) : undefined
  if (app) return app
  const [, named, path] = URI.exec(uri) ?? []
  const workspace = named ?? given ?? service.defaultWorkspace
  const resource = RESOURCES.find(({ name }) => name === (path ?? uri))
  const expected = given ?? service.onlyWorkspace
  if (!resource || !WORKSPACE_ID.test(workspace) || (expected !== undefined && expected !== workspace)) {
    throw new RpcError(
      RPC.resourceNotFound,
      `${uri}; this workspace has ${RESOURCES.map(({ name }) => resourceUri(given ?? service.defaultWorkspace, name)).join(', ')}`,
    )
  }
  const { text } = await toonOf(await contentOf(service, workspace, resource.name, signal))
  return {
    contents: [
      {
        uri: resourceUri(workspace, resource.name),
        mimeType: MIME_TYPE,
        text,
        _meta: { sourceMimeType: 'application/json', format: 'toon' },
      },
    ],
  }
}
