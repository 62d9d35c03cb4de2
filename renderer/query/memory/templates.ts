import { z } from 'zod'
import type { Parameters } from '#shared/documents/query.ts'
import { workbench } from '../../app/workbench.ts'
import type { MessageKey, Text } from '../../i18n/text.ts'

/** A query suggested by the server. */
export interface Template {
  readonly id: string
  readonly query: string
  readonly parameters: Parameters
  readonly from: 'templates' | 'examples'
}

/** Title of a template: its description, otherwise its id. */
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

/** Converts a parameter value for the form: strings as they are, others as JSON; a placeholder is no value yet. */
function typed(value: unknown): string {
  if (typeof value === 'string' && /^<[a-z0-9 ]+>$/.test(value)) return ''
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Template placeholders, and the pattern of their values in the server's examples. */
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

/**
 * Fills `<placeholders>` in a template from the server's examples, so that it can be run; unknown ones stay.
 */
export function fillPlaces(query: string, examples: readonly string[]): string {
  return query.replaceAll(/<([a-z0-9 ]+)>/g, (whole, place: string) => {
    const pattern = PLACES.find(([name]) => name === place)?.[1]
    const found = pattern && examples.map((example) => pattern.exec(example)?.[1]).find(Boolean)
    return found ?? whole
  })
}

/** Loads the server's templates, filled in, and its examples. Empty for unknown formats. */
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
