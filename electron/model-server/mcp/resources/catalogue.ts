/** The four resources of a workspace; docs/model-service.md#resources. */
export const RESOURCES = [
  {
    name: 'overview',
    kind: 'overview',
    title: 'Workspace overview',
    description: 'What this workspace offers and how to read it.',
  },
  {
    name: 'schema-index',
    kind: 'schema-index',
    title: 'Schema index',
    description: 'Elements, links and domains of the model, with counts.',
  },
  {
    name: 'query-templates',
    kind: 'query-templates',
    title: 'Query templates',
    description: 'Queries to fill in, for every source.',
  },
  {
    name: 'tool-capability-metadata',
    kind: 'tool-metadata',
    title: 'Tool capabilities',
    description: 'Tools with their schemas and whether they are enabled.',
  },
] as const

export type ResourceName = (typeof RESOURCES)[number]['name']

export const MIME_TYPE = 'text/toon'

export function resourceUri(workspace: string, name: string): string {
  return `model://workspace/${workspace}/${name}`
}

export function resourcesOf(workspace: string): readonly {
  readonly uri: string
  readonly name: ResourceName
  readonly title: string
  readonly description: string
  readonly mimeType: string
  readonly _meta: object
}[] {
  return RESOURCES.map(({ name, kind, title, description }) => ({
    uri: resourceUri(workspace, name),
    name,
    title,
    description,
    mimeType: MIME_TYPE,
    _meta: { kind, readOnly: true, sourceMimeType: 'application/json' },
  }))
}
