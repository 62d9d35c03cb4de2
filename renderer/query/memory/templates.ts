import { z } from 'zod'
import { workbench } from '../../app/workbench.ts'
import type { Parameters } from '../tabs/tab.ts'

/** A query that the server offers. */
export interface Template {
  readonly id: string
  readonly query: string
  readonly parameters: Parameters
  readonly from: 'templates' | 'examples'
}

const templatesShape = z.looseObject({
  templates: z.array(
    z.looseObject({
      id: z.string(),
      query: z.string(),
      parameters: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})
const examplesShape = z.looseObject({ output: z.array(z.string()) })

/** A parameter's value as the form writes it: plain text stays text, the rest becomes JSON. */
function typed(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Fills the places that a template leaves to its reader, such as the workspace's own. Unknown shapes give no templates. */
export async function loadTemplates(connection: string, signal?: AbortSignal): Promise<Template[]> {
  const options = signal === undefined ? {} : { signal }
  const [resource, examples] = await Promise.allSettled([
    workbench.call('models.readResource', { connection, resource: 'query-templates' }, options),
    workbench.call('models.callTool', { connection, tool: 'query_spl_examples', arguments: {} }, options),
  ])
  if (resource.status === 'rejected' && examples.status === 'rejected') throw resource.reason
  const templates = templatesShape.safeParse(
    resource.status === 'fulfilled' ? resource.value.value : undefined,
  )
  const shown = examplesShape.safeParse(
    examples.status === 'fulfilled' ? examples.value.structured : undefined,
  )
  return [
    ...(templates.success ? templates.data.templates : []).map(({ id, query, parameters = {} }) => ({
      id,
      query,
      parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, typed(value)])),
      from: 'templates' as const,
    })),
    ...(shown.success ? shown.data.output : []).map((query, index) => ({
      id: `example-${index + 1}`,
      query,
      parameters: {},
      from: 'examples' as const,
    })),
  ]
}
