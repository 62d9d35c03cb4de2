import { queryExamples } from '../../query/examples.ts'
import { resourcesOf } from '../resources/catalogue.ts'
import type { Service } from '../service.ts'
import { toolObjects } from '../tools/catalogue.ts'

/** Describes what an agent can do here: tools, resources and first steps (docs/model-service.md#methods). */
export async function discovery(service: Service, workspace: string): Promise<object> {
  const examples = await queryExamples(service.store.workspace(workspace))
  return {
    workspace,
    tools: toolObjects(service),
    resources: resourcesOf(workspace).map(({ uri, name, title, description, mimeType }) => ({
      uri,
      name,
      title,
      description,
      mime_type: mimeType,
      read_only: true,
    })),
    next_actions: examples.map(({ title, query }, index) => ({
      id: `query-example-${index + 1}`,
      title,
      description: `Run with query_spl_execute: ${query}`,
      tool: 'query_spl_execute',
      query_api: { method: 'POST', path: `/api/v1/query/${workspace}/execute`, body: { query, limit: 20 } },
    })),
  }
}
