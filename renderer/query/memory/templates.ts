import { z } from 'zod'
import type { Parameters } from '#shared/documents/query.ts'
import { workbench } from '../../app/workbench.ts'
import type { MessageKey, Text } from '../../i18n/text.ts'

/** A query that the server offers. */
export interface Template {
  readonly id: string
  readonly query: string
  readonly parameters: Parameters
  readonly from: 'templates' | 'examples'
}

/** What a template asks, in words; one without a description is called by its id. */
export function templateTitle(t: Text, id: string): string {
  const key = `query.template.${id}`
  const title = t(key as MessageKey)
  return title === key ? id : title
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

/** What stands for what in templates, and how the server's own examples name it. */
const PLACES: readonly (readonly [place: string, example: RegExp])[] = [
  ['domain', /entity_set with\(domain='([^']+)'/],
  ['entity set', /entity_set with\([^)]*name='([^']+)'/],
  ['type', /entity_set with\([^)]*name='([^']+)'/],
  ['id', /ids=\['([0-9a-f]{32})'/],
  ['32 hexadecimal digits', /__entity_id__: '([0-9a-f]{32})'/],
  ['log set', /get_logs\('[^']+', '([^']+)'/],
  ['metric set', /get_metrics\('[^']+', '([^']+)'/],
  ['metric', /get_metrics\('[^']+', '[^']+', '([^']+)'/],
]

/** A template with its `<places>` filled from the server's examples, so that it runs as it is; unknown ones stay. */
export function fillPlaces(query: string, examples: readonly string[]): string {
  return query.replaceAll(/<([a-z0-9 ]+)>/g, (whole, place: string) => {
    const pattern = PLACES.find(([name]) => name === place)?.[1]
    const found = pattern && examples.map((example) => pattern.exec(example)?.[1]).find(Boolean)
    return found ?? whole
  })
}

/** The server's templates, ready to run, and its examples. Unknown shapes give none. */
export async function loadTemplates(connection: string, signal?: AbortSignal): Promise<Template[]> {
  const [resource, examples] = await Promise.allSettled([
    workbench.call('models.readResource', { connection, resource: 'query-templates' }, { signal }),
    workbench.call('models.callTool', { connection, tool: 'query_spl_examples', arguments: {} }, { signal }),
  ])
  if (resource.status === 'rejected' && examples.status === 'rejected') throw resource.reason
  const templates = templatesShape.safeParse(
    resource.status === 'fulfilled' ? resource.value.value : undefined,
  )
  const shown = examplesShape.safeParse(
    examples.status === 'fulfilled' ? examples.value.structured : undefined,
  )
  const output = shown.success ? shown.data.output : []
  return [
    ...(templates.success ? templates.data.templates : []).map(({ id, query, parameters = {} }) => ({
      id,
      query: fillPlaces(query, output),
      parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, typed(value)])),
      from: 'templates' as const,
    })),
    ...output.map((query, index) => ({
      id: `example-${index + 1}`,
      query,
      parameters: {},
      from: 'examples' as const,
    })),
  ]
}
